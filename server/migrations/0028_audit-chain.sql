CREATE TABLE "audit_chain" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "audit_unchained" (
	"entry_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((lower(firstname || ' ' || lastname || ' ' || email)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_time" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_time" ON "audit_log" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_time" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_about" ON "audit_log" USING btree ("entity_id","at","id");--> statement-breakpoint
-- Every entry waits for its link in the chain; the sweep takes it out again.
CREATE FUNCTION queue_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unchained (entry_id) SELECT id FROM written;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_queued AFTER INSERT ON "audit_log" REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION queue_audit_entries();
--> statement-breakpoint
INSERT INTO "audit_unchained" ("entry_id") SELECT id FROM audit_log;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER audit_log_append_only;
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_chain" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "audit_chain" ENABLE ALWAYS TRIGGER audit_chain_append_only;
