-- E-mail messages get keys that begin with the contractor; 0 stands for none. All of it is here, where nobody waits long
-- for a lock: a message is handed over inside a transaction, which takes as long as its mail server does. Processes of the
-- release before write nothing where a message concerns no contractor.
ALTER TABLE email_messages ALTER COLUMN contractor_id SET DEFAULT 0;
CREATE TRIGGER email_messages_nobody BEFORE INSERT ON email_messages FOR EACH ROW EXECUTE FUNCTION name_nobody();
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS email_messages_id ON email_messages (id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS email_messages_unnamed ON email_messages (id) WHERE contractor_id IS NULL;
--> repeat
UPDATE email_messages SET contractor_id = 0 WHERE id IN (
  SELECT id FROM email_messages WHERE contractor_id IS NULL ORDER BY id LIMIT 5000 FOR UPDATE SKIP LOCKED);
--> repeat
-- Those that were being handed over.
UPDATE email_messages SET contractor_id = 0 WHERE id IN (
  SELECT id FROM email_messages WHERE contractor_id IS NULL ORDER BY id LIMIT 1);
--> step
ALTER TABLE email_messages ADD CONSTRAINT email_messages_named CHECK (contractor_id IS NOT NULL) NOT VALID;
--> step
ALTER TABLE email_messages VALIDATE CONSTRAINT email_messages_named;
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS email_messages_contractor_id_id_pk ON email_messages (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS email_messages_cause ON email_messages (contractor_id, key text_pattern_ops);
--> step
-- The constraint spares the look at each row.
ALTER TABLE email_messages ALTER COLUMN contractor_id SET NOT NULL;
ALTER TABLE email_messages DROP CONSTRAINT email_messages_named, DROP CONSTRAINT email_messages_pkey,
  ADD CONSTRAINT email_messages_contractor_id_id_pk PRIMARY KEY USING INDEX email_messages_contractor_id_id_pk;
--> step
DROP INDEX CONCURRENTLY IF EXISTS email_messages_unnamed;
--> step
DROP INDEX CONCURRENTLY IF EXISTS email_messages_about;
