-- The index is built while old processes go on: online/0059_contractor-pages.sql.
SELECT 1;
