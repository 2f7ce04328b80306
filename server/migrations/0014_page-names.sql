CREATE TABLE "page_names" (
	"contractor_id" integer NOT NULL,
	"name" text NOT NULL,
	"page_id" integer NOT NULL,
	CONSTRAINT "page_names_contractor_id_name_pk" PRIMARY KEY("contractor_id","name"),
	CONSTRAINT "page_names_name_unique" UNIQUE("name")
);
--> statement-breakpoint
DROP INDEX "audit_log_contractor";--> statement-breakpoint
ALTER TABLE "page_names" ADD CONSTRAINT "page_names_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_names" ADD CONSTRAINT "page_names_page_id_co_branded_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."co_branded_pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_contractor_time" ON "audit_log" USING btree ("contractor_id","at","id");--> statement-breakpoint
-- A name is held in the statement that gives it to a page, by whichever version of the product that runs, and never passes
-- to another contractor.
CREATE FUNCTION hold_page_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO page_names (contractor_id, name, page_id) VALUES (NEW.contractor_id, NEW.page_name, NEW.id)
    ON CONFLICT (name) DO UPDATE SET page_id = EXCLUDED.page_id WHERE page_names.contractor_id = EXCLUDED.contractor_id;
  IF NOT FOUND THEN
    RAISE unique_violation USING
      CONSTRAINT = 'page_names_name_unique',
      MESSAGE = 'This page name belongs to another contractor';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER co_branded_pages_named AFTER INSERT OR UPDATE OF page_name ON "co_branded_pages"
FOR EACH ROW EXECUTE FUNCTION hold_page_name();
--> statement-breakpoint
INSERT INTO "page_names" ("contractor_id", "name", "page_id") SELECT contractor_id, page_name, id FROM co_branded_pages ORDER BY id;
--> statement-breakpoint
-- Names from before, which the audit log knows. One that several pages had leads to the page that had it last; one that
-- somebody else has by now stays with them.
INSERT INTO "page_names" ("contractor_id", "name", "page_id")
SELECT DISTINCT ON (entry.details->'pageName'->>'from') page.contractor_id, entry.details->'pageName'->>'from', page.id
FROM audit_log entry JOIN co_branded_pages page ON page.id::text = entry.entity_id AND page.contractor_id = entry.contractor_id
WHERE entry.entity = 'page' AND entry.action = 'page.updated' AND entry.details->'pageName'->>'from' IS NOT NULL
ORDER BY entry.details->'pageName'->>'from', entry.id DESC
ON CONFLICT (name) DO NOTHING;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contractors_version BEFORE UPDATE ON "contractors" FOR EACH ROW
WHEN ((OLD.company_name, OLD.first_name, OLD.last_name, OLD.phone, OLD.email, OLD.plan_id, OLD.payment_status, OLD.manager_id, OLD.partner_id, OLD.referral_id, OLD.max_team_users, OLD.owner_id)
  IS DISTINCT FROM (NEW.company_name, NEW.first_name, NEW.last_name, NEW.phone, NEW.email, NEW.plan_id, NEW.payment_status, NEW.manager_id, NEW.partner_id, NEW.referral_id, NEW.max_team_users, NEW.owner_id))
EXECUTE FUNCTION count_contractor_version();
