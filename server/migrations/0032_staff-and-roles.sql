CREATE TYPE "public"."role_audience" AS ENUM('staff', 'plan');--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "audience" "role_audience" DEFAULT 'staff' NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "user_roles_role" ON "user_roles" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree (lower(firstname || ' ' || lastname),"id") WHERE kind = 'staff' and removed_at is null;--> statement-breakpoint
-- Until now plans could give any role without a privilege of staff's: those that they give, or that
-- nobody holds, go on being for plans.
UPDATE "roles" SET "audience" = 'plan'
WHERE NOT EXISTS (
  SELECT FROM "role_privileges" p WHERE p.role_id = "roles"."id"
    AND (p.resource LIKE 'manage-%' OR p.resource = 'pre-prod' OR p.code LIKE 'manage\_%'))
AND (
  EXISTS (SELECT FROM "plan_roles" g WHERE g.role_id = "roles"."id")
  OR NOT EXISTS (SELECT FROM "user_roles" h WHERE h.role_id = "roles"."id"));
