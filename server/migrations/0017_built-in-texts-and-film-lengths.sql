ALTER TABLE "email_messages" ADD COLUMN "built_in_reason" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "seconds" double precision;--> statement-breakpoint
CREATE INDEX "email_messages_built_in" ON "email_messages" USING btree ("created_at","id") WHERE built_in_reason is not null;
--> statement-breakpoint
UPDATE "email_messages" SET "built_in_reason" = "reason" WHERE "reason" LIKE 'The built-in text was sent,%';--> statement-breakpoint
UPDATE "email_template_versions" "v" SET "subject" = 'New lead: {{ lead.company | default: lead.name | default: lead.email | default: lead.phone }}'
FROM "email_templates" "t" JOIN "email_events" "e" ON "e"."id" = "t"."event_id"
WHERE "v"."template_id" = "t"."id" AND "v"."version" = "t"."version" AND "e"."type" = 'lead-created'
  AND "t"."last_edit_by" IS NULL AND "t"."subject" = 'New lead: {{ lead.company }}';--> statement-breakpoint
UPDATE "email_templates" "t" SET "subject" = 'New lead: {{ lead.company | default: lead.name | default: lead.email | default: lead.phone }}'
FROM "email_events" "e"
WHERE "e"."id" = "t"."event_id" AND "e"."type" = 'lead-created'
  AND "t"."last_edit_by" IS NULL AND "t"."subject" = 'New lead: {{ lead.company }}';
