CREATE TABLE "sign_up_links" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"draft" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"used_by" text
);
--> statement-breakpoint
ALTER TABLE "sign_ups" ALTER COLUMN "contractor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "company_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "plan_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "subscription_id" integer;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "busy_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "request_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "outcome" jsonb;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sign_up_links_email" ON "sign_up_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "sign_up_links_expiry" ON "sign_up_links" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ups_waiting" ON "sign_ups" USING btree (lower(email)) WHERE contractor_id is null;--> statement-breakpoint
UPDATE "sign_ups" SET "email" = c.email, "company_name" = c.company_name, "attempt" = 1,
  "plan_name" = coalesce((SELECT name FROM "plans" WHERE id = c.plan_id), ''),
  "subscription_id" = (SELECT max(id) FROM "subscriptions" WHERE contractor_id = c.id)
FROM "contractors" c WHERE c.id = "sign_ups"."contractor_id";
--> statement-breakpoint
UPDATE "sign_ups" s SET "ended_at" = now() WHERE s.finished_at IS NULL AND EXISTS
  (SELECT FROM "sign_ups" later WHERE later.contractor_id = s.contractor_id
    AND (later.started_at, later.token_hash) > (s.started_at, s.token_hash));
