INSERT INTO "access_links" (contractor_id, purpose, code_hash, subject, data, created_at, expires_at, revoked_at)
  SELECT contractor_id, 'document', code_hash, document_id::text, jsonb_build_object('salt', salt),
    created_at, expires_at, revoked_at
  FROM "document_links" ORDER BY contractor_id, id;--> statement-breakpoint
DROP TABLE "document_links" CASCADE;
