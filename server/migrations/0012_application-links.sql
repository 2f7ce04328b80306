INSERT INTO "access_links" (purpose, code_hash, subject, created_at, expires_at)
  SELECT 'privacy-request', secret_hash, id::text, created_at, secret_expires_at
  FROM "privacy_requests" WHERE state = 'unproven' AND secret_hash IS NOT NULL;--> statement-breakpoint
INSERT INTO "access_links" (purpose, code_hash, subject, created_at, expires_at)
  SELECT 'privacy-copy', copy_hash, id::text, coalesce(decided_at, created_at), copy_expires_at
  FROM "privacy_requests" WHERE copy_hash IS NOT NULL AND copy_expires_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE "privacy_requests" DROP CONSTRAINT "privacy_requests_secret_hash_unique";--> statement-breakpoint
ALTER TABLE "privacy_requests" DROP CONSTRAINT "privacy_requests_copy_hash_unique";--> statement-breakpoint
DROP INDEX "privacy_requests_unproven";--> statement-breakpoint
CREATE INDEX "privacy_requests_unproven" ON "privacy_requests" USING btree ("created_at") WHERE state = 'unproven';--> statement-breakpoint
ALTER TABLE "privacy_requests" DROP COLUMN "secret_hash";--> statement-breakpoint
ALTER TABLE "privacy_requests" DROP COLUMN "secret_expires_at";--> statement-breakpoint
ALTER TABLE "privacy_requests" DROP COLUMN "copy_hash";--> statement-breakpoint
-- Ended secrets were replaced by texts that aren't hashes.
INSERT INTO "access_links" (contractor_id, purpose, code_hash, subject, created_at, expires_at)
  SELECT contractor_id, 'application', token_hash, id::text, started_at, started_at + interval '36525 days'
  FROM "applications" WHERE anonymised_at IS NULL AND token_hash ~ '^[0-9a-f]{64}$';--> statement-breakpoint
INSERT INTO "access_links" (contractor_id, purpose, code_hash, subject, created_at, expires_at)
  SELECT contractor_id, 'application-device', token_hash, application_id::text, expires_at - interval '90 days', expires_at
  FROM "application_keys" ORDER BY expires_at;--> statement-breakpoint
INSERT INTO "access_links" (contractor_id, purpose, code_hash, subject, created_at, expires_at)
  SELECT contractor_id, 'application-text', code_hash, application_id::text, expires_at - interval '90 days', expires_at
  FROM "application_short_links" ORDER BY expires_at;--> statement-breakpoint
DROP TABLE "application_keys" CASCADE;--> statement-breakpoint
DROP TABLE "application_short_links" CASCADE;--> statement-breakpoint
DROP INDEX "applications_token";--> statement-breakpoint
ALTER TABLE "applications" DROP COLUMN "token_hash";
