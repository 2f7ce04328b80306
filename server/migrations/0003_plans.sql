ALTER TABLE "plans" ALTER COLUMN "price_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "stripe_id" text;--> statement-breakpoint
UPDATE "plans" SET "stripe_id" = 'plan_' || "id";--> statement-breakpoint
ALTER TABLE "plans" ALTER COLUMN "stripe_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "associated_stripe_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "installment_intervals_count" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
