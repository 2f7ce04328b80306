INSERT INTO "access_links" (contractor_id, purpose, code_hash, subject, created_at, expires_at, revoked_at)
  SELECT s.contractor_id, 'sent-link', s.code_hash, s.link_id::text, s.at, l.expires_at, l.canceled_at
  FROM "link_sends" s JOIN "sent_links" l ON l.contractor_id = s.contractor_id AND l.id = s.link_id
  WHERE l.anonymised_at IS NULL;--> statement-breakpoint
DROP INDEX "link_sends_code";--> statement-breakpoint
ALTER TABLE "link_sends" DROP COLUMN "code_hash";
