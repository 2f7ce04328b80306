ALTER TYPE "public"."link_purpose" ADD VALUE 'restore-email';--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "factors_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "sequence" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "account_links_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "account_links_restore" ON "account_links" USING btree (lower("email")) WHERE factors_since is not null and used_at is null;