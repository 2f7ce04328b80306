DROP INDEX "applications_page";--> statement-breakpoint
DROP INDEX "applications_email";--> statement-breakpoint
DROP INDEX "applications_started";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "charge_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "applications_phone" ON "applications" USING btree ("contractor_id","phone");--> statement-breakpoint
CREATE INDEX "applications_flagged" ON "applications" USING btree ("started_at","id") WHERE flags <> '{}';--> statement-breakpoint
CREATE INDEX "offers_received" ON "offers" USING btree ("contractor_id","received_at","funded_at");--> statement-breakpoint
CREATE INDEX "applications_email" ON "applications" USING btree ("contractor_id",lower(email),"id");--> statement-breakpoint
CREATE INDEX "applications_started" ON "applications" USING btree ("contractor_id","started_at","id","page_id","source","completed_at","answered_at","has_offers","is_qualified","approved_at","funded_at");