CREATE TABLE "database_claim" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"place" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_templates" ALTER COLUMN "from" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "email_messages" ADD COLUMN "reply_to" text;--> statement-breakpoint
-- Copied from MAIL_FROM by the first start; from here on these templates follow the setting.
UPDATE "email_templates" SET "from" = NULL WHERE lower("from") IN (SELECT lower("from") FROM "email_templates" WHERE "last_edit_by" IS NULL);
