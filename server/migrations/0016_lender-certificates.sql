CREATE TABLE "lender_certificates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lender_certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lender_id" integer NOT NULL,
	"certificate" text NOT NULL,
	"sealed_key" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_from" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lender_conformance" (
	"lender_id" integer PRIMARY KEY NOT NULL,
	"run" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"started_by" integer NOT NULL,
	"finished_at" timestamp with time zone,
	"results" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lenders" ADD COLUMN "authorities" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lenders" ADD COLUMN "certificate_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lenders" ADD COLUMN "certificate_warned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lender_certificates" ADD CONSTRAINT "lender_certificates_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lender_conformance" ADD CONSTRAINT "lender_conformance_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lender_certificates_lender" ON "lender_certificates" USING btree ("lender_id","used_from");