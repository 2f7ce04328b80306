CREATE TABLE "contractor_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contractor_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE FUNCTION note_contractor_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE made bigint;
BEGIN
  INSERT INTO contractor_changes DEFAULT VALUES RETURNING id INTO made;
  IF made % 100 = 0 THEN
    DELETE FROM contractor_changes WHERE id IN
      (SELECT id FROM contractor_changes WHERE id <= made - 100 FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contractors_changed AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF company_name, first_name, last_name, email, phone,
  plan_id, payment_status, owner_id, activated_at, activation_error, w9_status, w9_full_name, w9_company_name, w9_skip_differences
ON "contractors" FOR EACH STATEMENT EXECUTE FUNCTION note_contractor_change();
