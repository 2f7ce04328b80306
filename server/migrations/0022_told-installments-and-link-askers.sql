ALTER TABLE "renewal_notices" ADD COLUMN "installments" smallint;--> statement-breakpoint
ALTER TABLE "sign_up_links" ADD COLUMN "asked_by" text DEFAULT '' NOT NULL;