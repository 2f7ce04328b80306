DROP INDEX "application_follow_ups_due";--> statement-breakpoint
DROP INDEX "application_follow_ups_unreminded";--> statement-breakpoint
ALTER TABLE "application_follow_ups" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "application_follow_ups" ADD COLUMN "done_by" integer;--> statement-breakpoint
CREATE INDEX "application_follow_ups_open" ON "application_follow_ups" USING btree ("contractor_id","due_on","application_id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "application_follow_ups_unreminded" ON "application_follow_ups" USING btree ("due_on") WHERE reminded_at is null and done_at is null;