"""Hand scripts run through the very rules the hub runs: no wire, no clock, no sensors.

Knows which facts a perfect node would make of a script's acts, and whether what was ruled is what was expected.
Refuses to know a clause, and how any fact is sensed or sent.
"""

from hub.scenario.report import Checked, Given, Report, Verdict
from hub.scenario.runner import run_script

__all__ = ["Checked", "Given", "Report", "Verdict", "run_script"]
