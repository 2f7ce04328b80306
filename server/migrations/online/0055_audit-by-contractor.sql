-- The audit log gets a key that begins with the contractor; 0 stands for none. What an entry's hash stands for stays as
-- it was.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_log_id ON audit_log (id);
--> step
ALTER TABLE audit_log ADD CONSTRAINT audit_log_named CHECK (contractor_id IS NOT NULL) NOT VALID;
--> repeat
UPDATE audit_log SET contractor_id = 0 WHERE id IN (
  SELECT id FROM audit_log WHERE contractor_id IS NULL ORDER BY at, id LIMIT 5000);
--> step
ALTER TABLE audit_log VALIDATE CONSTRAINT audit_log_named;
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS audit_log_contractor_id_id_pk ON audit_log (contractor_id, id);
--> step
-- The constraint spares the look at each row.
ALTER TABLE audit_log ALTER COLUMN contractor_id SET NOT NULL;
ALTER TABLE audit_log DROP CONSTRAINT audit_log_named, DROP CONSTRAINT audit_log_pkey,
  ADD CONSTRAINT audit_log_contractor_id_id_pk PRIMARY KEY USING INDEX audit_log_contractor_id_id_pk;
DROP TRIGGER audit_log_filled ON audit_log;
DROP TRIGGER audit_log_append_only ON audit_log;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only;
