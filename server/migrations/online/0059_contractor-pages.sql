-- The usual order of staff's list with the owner, so that a late page is counted off in the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS contractors_default_order ON contractors ((owner_id is not null), id, owner_id);
--> step
DROP INDEX CONCURRENTLY IF EXISTS contractors_has_user;
