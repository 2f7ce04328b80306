-- Changing legal texts, retention, and sign-in rules was part of changing the settings. Roles that
-- could do it keep it; administrators can now take it away.
INSERT INTO "role_privileges" ("role_id", "resource", "code")
SELECT "role_id", 'manage-rules', 'modify' FROM "role_privileges"
WHERE "resource" = 'manage-settings' AND "code" = 'modify'
ON CONFLICT DO NOTHING;
