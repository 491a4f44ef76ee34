"""What the facts imply: irregularities noticed by sensors, by the tracker, or by a person who says so.

Sightings imply, absences only suggest: what merely may be is noted on the page, held, or asked about. Knows no book.
"""

from hub.rules.notice.scene import Sign
from hub.rules.notice.watcher import notice, still_true

__all__ = ["Sign", "notice", "still_true"]
