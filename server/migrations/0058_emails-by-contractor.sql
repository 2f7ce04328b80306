-- Everything is done while processes of the release before go on: online/0058_emails-by-contractor.sql.
SELECT 1;
