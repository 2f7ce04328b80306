INSERT INTO "access_links" (purpose, code_hash, subject, data, created_at, expires_at, used_at)
  SELECT 'sign-up', secret_hash, email,
    jsonb_strip_nulls(jsonb_build_object('draft', draft, 'askedBy', asked_by, 'usedBy', used_by)),
    created_at, expires_at, used_at
  FROM "sign_up_links" ORDER BY created_at;--> statement-breakpoint
DROP TABLE "sign_up_links" CASCADE;
