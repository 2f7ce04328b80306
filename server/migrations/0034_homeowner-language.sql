ALTER TABLE "applications" ADD COLUMN "monthly_budget_cents" bigint;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "texts_agreed_at" timestamp with time zone;