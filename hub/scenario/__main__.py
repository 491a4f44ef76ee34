"""`feltwire scenario FILE...`: runs hand scripts and prints a line for each expectation."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from hub.rulebook.house import read_house_books
from hub.rules.books import SHELF
from hub.scenario.files import run_file
from hub.scenario.report import Checked, Report, Verdict

_EXIT: Final = {Verdict.HELD: 0, Verdict.FAILED: 1, Verdict.NOT_YET: 1, Verdict.UNREADABLE: 2}


class Show(StrEnum):
    """What is printed: a line per expectation, also what the hub understood, or every ruling as JSON."""

    LINES = "lines"
    EXPLAIN = "explain"
    JSON = "json"


def main(files: Sequence[Path], show: Show = Show.LINES, house: Sequence[Path] = ()) -> int:
    """Run each file; 0 when all holds, 1 when something does not or a book is not built, 2 for an unreadable file.

    `house` are rulebook files of the house; raises ConfigFault for a broken one.
    With JSON, standard output has one ruling a line and everything else goes to standard error.
    """
    shelf = read_house_books(house, SHELF)
    reports = []
    for file in files:
        report = run_file(file, shelf)
        reports.append(report)
        lines = _explained(report) if show is Show.EXPLAIN else _lines(report)
        if show is Show.JSON:
            for ruling in report.rulings:
                print(msgspec.json.encode(ruling).decode())
            lines = (line for line in _lines(report) if not line.startswith("ok"))
        for line in lines:
            print(line, file=sys.stderr if show is Show.JSON else sys.stdout)
    print(summary(reports), file=sys.stderr if show is Show.JSON else sys.stdout)
    return max((_EXIT[report.verdict] for report in reports), default=0)


def summary(reports: Sequence[Report]) -> str:
    """One line over all files."""
    counts = Counter(report.verdict for report in reports)
    listed = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    return f"{len(reports)} file{'' if len(reports) == 1 else 's'}: {listed or 'nothing to run'}"


def _lines(report: Report) -> Iterator[str]:
    for check in report.checked:
        yield _check_line(report, check)
    yield from _verdict_lines(report)


def _verdict_lines(report: Report) -> Iterator[str]:
    if report.why:
        yield (
            f"{report.verdict}: {report.why}"
            if report.verdict is Verdict.UNREADABLE
            else (f"not yet: {report.file}: {report.why}")
        )
    elif not report.checked:
        given = len(report.rulings)
        told = f", {given} ruling{'' if given == 1 else 's'} given (see --explain)" if given else ""
        yield f"ok    {report.file}: nothing is expected{told}"


def _check_line(report: Report, check: Checked) -> str:
    where = f"{report.file}:{check.line}: {check.text}"
    return f"ok    {where}" if check.held else f"MISS  {where}\n      found {check.found or 'nothing'}"


def _explained(report: Report) -> Iterator[str]:
    """Statements with what the hub understood, and expectations, in the order of the file."""
    entries = [
        (understood.line, [f"{understood.text}", *(f"    {said}" for said in understood.said)])
        for understood in report.understood
    ]
    entries += [(check.line, [_check_line(report, check)]) for check in report.checked]
    yield f"== {report.file}"
    for line, texts in sorted(entries, key=lambda entry: entry[0]):
        yield f"{line:4} {texts[0]}"
        yield from texts[1:]
    yield from _verdict_lines(report)


if __name__ == "__main__":
    sys.exit(main([Path(argument) for argument in sys.argv[1:]]))
