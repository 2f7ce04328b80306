CREATE TABLE "renewal_notices" (
	"contractor_id" integer NOT NULL,
	"subscription_id" integer NOT NULL,
	"term" smallint NOT NULL,
	"number" smallint NOT NULL,
	"kind" text NOT NULL,
	"old_price_cents" bigint NOT NULL,
	"new_price_cents" bigint NOT NULL,
	"holds_from" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "renewal_notices_contractor_id_subscription_id_term_number_pk" PRIMARY KEY("contractor_id","subscription_id","term","number")
);
--> statement-breakpoint
ALTER TABLE "renewal_notices" ADD CONSTRAINT "renewal_notices_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_notices" ADD CONSTRAINT "renewal_notices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;