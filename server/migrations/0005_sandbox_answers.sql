CREATE TABLE "sandbox_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb
);
--> statement-breakpoint
ALTER TABLE "sandbox_customers" ADD COLUMN "deleted_at" timestamp with time zone;