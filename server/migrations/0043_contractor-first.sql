-- What needs time is done while old processes go on: online/0043_contractor-first.sql.
ALTER TABLE "lender_events" ADD COLUMN "contractor_id" integer;--> statement-breakpoint
-- Processes of the release before do not say it.
CREATE FUNCTION lender_events_contractor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.contractor_id IS NULL THEN
    SELECT contractor_id INTO new.contractor_id FROM applications WHERE id = new.application_id;
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER lender_events_contractor BEFORE INSERT ON "lender_events" FOR EACH ROW EXECUTE FUNCTION lender_events_contractor();
