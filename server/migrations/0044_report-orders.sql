-- The indexes are built while old processes go on: online/0044_report-orders.sql.
CREATE EXTENSION IF NOT EXISTS btree_gin;
