-- The indexes are built while old processes go on: online/0065_messages-of-staff.sql.
SELECT 1;
