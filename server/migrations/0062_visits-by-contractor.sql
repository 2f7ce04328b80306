-- Everything is done while processes of the release before go on: online/0062_visits-by-contractor.sql.
SELECT 1;
