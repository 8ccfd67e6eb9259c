// How many papers whose day is stated have the first day of a year or month, by source and year.
//
// mode:    read
// params:
// returns: source, year, papers, first_of_year, first_of_month
//
// Those of the first day of a year are not among those of a month.

MATCH (p:Paper)
WHERE p.date IS NOT NULL AND p.date_precision = 'day'
WITH CASE WHEN p.id CONTAINS ':' THEN split(p.id, ':')[0] ELSE '' END AS source, p.date AS date
RETURN source, date.year AS year, count(*) AS papers,
       sum(CASE WHEN date.ordinalDay = 1 THEN 1 ELSE 0 END) AS first_of_year,
       sum(CASE WHEN date.day = 1 AND date.month > 1 THEN 1 ELSE 0 END) AS first_of_month
ORDER BY source, year
