CREATE TYPE "public"."undeliverable_reason" AS ENUM('bounced', 'complained', 'refused');--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "undeliverable_addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "undeliverable_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"reason" "undeliverable_reason" NOT NULL,
	"detail" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_events_received" ON "mail_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "undeliverable_addresses_email" ON "undeliverable_addresses" USING btree ("email");--> statement-breakpoint
CREATE INDEX "undeliverable_addresses_search" ON "undeliverable_addresses" USING gin (fold_search("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "undeliverable_addresses_reason" ON "undeliverable_addresses" USING btree ("reason","last_at","id");--> statement-breakpoint
CREATE INDEX "undeliverable_addresses_first" ON "undeliverable_addresses" USING btree ("first_at","id");--> statement-breakpoint
CREATE INDEX "undeliverable_addresses_last" ON "undeliverable_addresses" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "undeliverable_addresses_count" ON "undeliverable_addresses" USING btree ("count","id");