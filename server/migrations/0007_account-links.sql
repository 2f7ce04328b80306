-- A link in a message contains its id, encrypted: the id is its code.
INSERT INTO "access_links" (purpose, code_hash, subject, part, data, created_at, expires_at, used_at)
  SELECT purpose, encode(sha256(id::text::bytea), 'hex'), user_id::text,
    CASE purpose WHEN 'restore-email' THEN lower(email) ELSE id::text END,
    jsonb_strip_nulls(jsonb_build_object('email', email, 'newEmail', new_email,
      'factorsSince', to_char(factors_since AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
    created_at, expires_at, used_at
  FROM "account_links" ORDER BY sequence;--> statement-breakpoint
DROP TABLE "account_links" CASCADE;--> statement-breakpoint
DROP TYPE "public"."link_purpose";
