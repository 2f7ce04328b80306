DROP INDEX "offers_of_application";--> statement-breakpoint
ALTER TABLE "lender_events" ADD COLUMN "extra" jsonb;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "lender_id" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "apply_url" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "dealer_fee_cents" bigint;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "conditions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "extra" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_of_application" ON "offers" USING btree ("contractor_id","application_id","lender_id","reference");