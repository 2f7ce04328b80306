CREATE TYPE "public"."stop_source" AS ENUM('reply', 'provider', 'staff');--> statement-breakpoint
CREATE TYPE "public"."text_status" AS ENUM('queued', 'sent', 'delivered', 'undelivered', 'failed', 'suppressed');--> statement-breakpoint
CREATE TABLE "application_short_links" (
	"contractor_id" integer NOT NULL,
	"application_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "application_short_links_contractor_id_application_id_code_hash_pk" PRIMARY KEY("contractor_id","application_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "text_messages" (
	"contractor_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "text_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"about" text NOT NULL,
	"status" text_status DEFAULT 'queued' NOT NULL,
	"to" text,
	"payload" text,
	"body" text,
	"encoding" text NOT NULL,
	"segments" smallint NOT NULL,
	"provider" text,
	"provider_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"unclear_since" timestamp with time zone,
	"due_at" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"anonymised_at" timestamp with time zone,
	CONSTRAINT "text_messages_contractor_id_id_pk" PRIMARY KEY("contractor_id","id")
);
--> statement-breakpoint
CREATE TABLE "text_replies" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_stops" (
	"number" text PRIMARY KEY NOT NULL,
	"stopped_at" timestamp with time zone NOT NULL,
	"source" "stop_source" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "application_short_links" ADD CONSTRAINT "application_short_links_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_short_links_code" ON "application_short_links" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "text_messages_key" ON "text_messages" USING btree ("contractor_id","key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "text_messages_newest" ON "text_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "text_messages_status" ON "text_messages" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "text_messages_to" ON "text_messages" USING btree ("to","created_at","id");--> statement-breakpoint
CREATE INDEX "text_messages_id" ON "text_messages" USING btree ("id");--> statement-breakpoint
CREATE INDEX "text_messages_due" ON "text_messages" USING btree ("settled_at","id") WHERE anonymised_at is null and status <> 'queued';--> statement-breakpoint
CREATE INDEX "text_stops_newest" ON "text_stops" USING btree ("stopped_at","number");