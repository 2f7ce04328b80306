ALTER TABLE "plans" ADD COLUMN "visibility" text DEFAULT 'hidden' NOT NULL;--> statement-breakpoint
UPDATE "plans" SET "visibility" = 'public' WHERE "tier" <> 'Test';
