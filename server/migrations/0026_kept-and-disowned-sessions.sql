ALTER TYPE "public"."link_purpose" ADD VALUE 'new-device';--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "keep" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "refresh_tokens_expires" ON "refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "sessions" USING btree ("last_seen_at");