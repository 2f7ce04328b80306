-- Entries of no contractor get a 0 in its place, so that keys can begin with it. Processes of the release before write
-- nothing there.
ALTER TABLE "audit_log" ALTER COLUMN "contractor_id" SET DEFAULT 0;
--> statement-breakpoint
CREATE FUNCTION name_nobody() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.contractor_id := coalesce(NEW.contractor_id, 0);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_nobody BEFORE INSERT ON "audit_log" FOR EACH ROW EXECUTE FUNCTION name_nobody();
--> statement-breakpoint
-- Nothing else of an entry may change meanwhile. online/0055_audit-by-contractor.sql fills the column and then refuses
-- every change again.
CREATE FUNCTION refuse_other_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.contractor_id IS NULL AND NEW.contractor_id = 0 AND to_jsonb(NEW) - 'contractor_id' = to_jsonb(OLD) - 'contractor_id' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_filled BEFORE UPDATE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_other_change();
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER audit_log_filled;
--> statement-breakpoint
DROP TRIGGER audit_log_append_only ON "audit_log";
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER audit_log_append_only;
