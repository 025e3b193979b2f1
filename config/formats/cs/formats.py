"""Days in Czech: 12. března 2026, the month in the genitive after a day (E) and not alone (F)."""

DATE_FORMAT = "j. E Y"
SHORT_DATE_FORMAT = "j. n. Y"
MONTH_DAY_FORMAT = "j. E"
YEAR_MONTH_FORMAT = "n/Y"
