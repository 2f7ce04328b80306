CREATE TABLE "push_devices" (
	"contractor_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "push_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"session_id" uuid NOT NULL,
	"subscription" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"kinds" text[] NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"last_sent_at" timestamp with time zone,
	CONSTRAINT "push_devices_contractor_id_id_pk" PRIMARY KEY("contractor_id","id")
);
--> statement-breakpoint
CREATE TABLE "push_sends" (
	"contractor_id" integer NOT NULL,
	"device_id" bigint NOT NULL,
	"key" text NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "push_sends_contractor_id_device_id_key_pk" PRIMARY KEY("contractor_id","device_id","key")
);
--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_device" FOREIGN KEY ("contractor_id","device_id") REFERENCES "public"."push_devices"("contractor_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_of" ON "push_devices" USING btree ("contractor_id","user_id","endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_devices_endpoint" ON "push_devices" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_devices_session" ON "push_devices" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_sends_queued" ON "push_sends" USING btree ("queued_at");