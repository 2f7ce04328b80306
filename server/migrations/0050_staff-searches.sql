-- The indexes are built while old processes go on: online/0050_staff-searches.sql.
SELECT 1;
