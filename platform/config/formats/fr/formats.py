"""22 nov. 2026, 18:05."""

from __future__ import annotations

DATE_FORMAT = SHORT_DATE_FORMAT = "j N Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j N Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j N"
