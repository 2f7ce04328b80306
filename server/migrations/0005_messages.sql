CREATE TYPE "public"."message_channel" AS ENUM('email', 'text', 'push');--> statement-breakpoint
CREATE TYPE "public"."message_status" AS ENUM('queued', 'sent', 'delivered', 'undelivered', 'failed', 'suppressed');--> statement-breakpoint
CREATE TABLE "messages" (
	"contractor_id" integer DEFAULT 0 NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" "message_channel" NOT NULL,
	"key" text NOT NULL,
	"event" text NOT NULL,
	"recipient" text,
	"about_kind" text,
	"about_id" bigint,
	"about_part" integer,
	"status" "message_status" DEFAULT 'queued' NOT NULL,
	"payload" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"unclear_since" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"anonymised_at" timestamp with time zone,
	"text" text,
	"message_id" text,
	"sender" text,
	"bcc" text,
	"reply_to" text,
	"subject" text,
	"html" text,
	"unsubscribe_url" text,
	"built_in_reason" text,
	"encoding" text,
	"segments" smallint,
	"provider" text,
	"provider_id" text,
	"legacy_id" bigint,
	"device_id" bigint,
	CONSTRAINT "messages_contractor_id_id_pk" PRIMARY KEY("contractor_id","id")
);
--> statement-breakpoint
-- E-mails keep their ids. Texts get new ones above all old ones, because callbacks still use those.
INSERT INTO "messages" (contractor_id, id, channel, key, event, recipient, about_kind, about_id, about_part, status, payload, attempts, reason, created_at, settled_at, anonymised_at, text, message_id, sender, bcc, reply_to, subject, html, unsubscribe_url, built_in_reason)
  OVERRIDING SYSTEM VALUE
  SELECT contractor_id, id, 'email', key, event, "to", about_kind, about_id, about_part, status::text::message_status, payload, attempts, reason, created_at, settled_at, anonymised_at, text, message_id, "from", bcc, reply_to, subject, html, unsubscribe_url, built_in_reason
  FROM "email_messages";--> statement-breakpoint
SELECT setval('messages_id_seq', 1 + greatest((SELECT coalesce(max(id), 0) FROM "email_messages"), (SELECT coalesce(max(id), 0) FROM "text_messages")), false);--> statement-breakpoint
INSERT INTO "messages" (contractor_id, channel, key, event, recipient, about_kind, about_id, about_part, status, payload, attempts, due_at, unclear_since, reason, created_at, settled_at, anonymised_at, text, encoding, segments, provider, provider_id, legacy_id)
  SELECT contractor_id, 'text', key, about, "to", about_kind, about_id, about_part, status::text::message_status, payload, attempts, due_at, unclear_since, reason, created_at, settled_at, anonymised_at, body, encoding, segments, provider, provider_id, id
  FROM "text_messages" ORDER BY id;--> statement-breakpoint
INSERT INTO "messages" (contractor_id, channel, key, event, about_kind, about_id, status, attempts, created_at, settled_at, device_id)
  SELECT contractor_id, 'push', key || ':' || device_id,
    CASE WHEN key ~ '^application-\d+-offers-' THEN 'offers' WHEN key ~ '^application-\d+-funded-' THEN 'funding' WHEN key ~ '^application-' THEN 'application' ELSE 'test' END,
    CASE WHEN key ~ '^application-\d+-' THEN 'application' END, substring(key from '^application-(\d+)-')::bigint,
    CASE WHEN settled_at IS NULL THEN 'queued' ELSE 'sent' END::message_status, attempts, queued_at, settled_at, device_id
  FROM "push_sends" ORDER BY queued_at;--> statement-breakpoint
-- Jobs that name old ids; queued messages without a job get one at the next start.
DO $$ BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    DELETE FROM graphile_worker._private_jobs job USING graphile_worker._private_tasks task
      WHERE task.id = job.task_id AND task.identifier IN ('texts.send', 'push.send', 'emails.resume', 'texts.resume');
  END IF;
END $$;--> statement-breakpoint
DROP TABLE "email_messages";--> statement-breakpoint
DROP TABLE "push_sends";--> statement-breakpoint
DROP TABLE "text_messages";--> statement-breakpoint
CREATE UNIQUE INDEX "messages_cause" ON "messages" USING btree ("contractor_id","channel","key");--> statement-breakpoint
CREATE INDEX "messages_about" ON "messages" USING btree ("contractor_id","about_kind","about_id");--> statement-breakpoint
CREATE INDEX "messages_id" ON "messages" USING btree ("id");--> statement-breakpoint
CREATE INDEX "messages_queued" ON "messages" USING btree ("id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "messages_failed_emails" ON "messages" USING btree ("settled_at","id") WHERE channel = 'email' and status = 'failed' and anonymised_at is null;--> statement-breakpoint
CREATE INDEX "messages_built_in" ON "messages" USING btree ("created_at","id") WHERE built_in_reason is not null;--> statement-breakpoint
CREATE INDEX "messages_legacy" ON "messages" USING btree ("contractor_id","legacy_id") WHERE legacy_id is not null;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("settled_at","id") WHERE anonymised_at is null and status <> 'queued';--> statement-breakpoint
CREATE INDEX "messages_pushes" ON "messages" USING btree ("created_at") WHERE channel = 'push';--> statement-breakpoint
CREATE INDEX "messages_emails_to" ON "messages" USING btree (lower(recipient)) WHERE channel = 'email';--> statement-breakpoint
CREATE INDEX "messages_texts_newest" ON "messages" USING btree ("created_at","id") WHERE channel = 'text';--> statement-breakpoint
CREATE INDEX "messages_texts_status" ON "messages" USING btree ("status","created_at","id") WHERE channel = 'text';--> statement-breakpoint
CREATE INDEX "messages_texts_to" ON "messages" USING btree ("recipient","created_at","id") WHERE channel = 'text';--> statement-breakpoint
CREATE INDEX "messages_texts_number" ON "messages" USING gin (recipient gin_trgm_ops) WHERE channel = 'text';--> statement-breakpoint
DROP TYPE "public"."email_status";--> statement-breakpoint
DROP TYPE "public"."text_status";