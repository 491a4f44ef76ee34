"""Help that names an argument as a person would: `FILE...`, with no word of the program's own types."""

from collections.abc import Callable
from typing import Any, TypeVar

from typer import Typer
from typer.core import TyperArgument, TyperCommand

F = TypeVar("F", bound=Callable[..., Any])


class PlainCommand(TyperCommand):
    """A command whose help says `FILE` where typer would say `{FILE}` and `FILE <list[Path]>`."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """`[OPTIONS] FILE...`; square brackets are for what may be left out."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments by their names alone, then the options."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            if isinstance(parameter, TyperArgument):
                sections["Arguments"].append((parameter.display_name_raw, record[1]))
            else:
                sections["Options"].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class PlainTyper(Typer):
    """A typer whose commands are PlainCommands."""

    def command(
        self, name: str | None = None, *, cls: type[TyperCommand] | None = PlainCommand, **named: Any
    ) -> Callable[[F], F]:
        """As typer's own."""
        return super().command(name, cls=cls, **named)
