ALTER TABLE "applications" ADD COLUMN "contested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "proven_by" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD COLUMN "matches" jsonb DEFAULT '{}'::jsonb NOT NULL;