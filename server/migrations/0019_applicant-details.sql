CREATE TABLE "applicant_details" (
	"contractor_id" integer NOT NULL,
	"application_id" bigint NOT NULL,
	"needs" text[] NOT NULL,
	"sealed" text,
	"given_at" timestamp with time zone NOT NULL,
	"erased_at" timestamp with time zone,
	CONSTRAINT "applicant_details_contractor_id_application_id_pk" PRIMARY KEY("contractor_id","application_id")
);
--> statement-breakpoint
ALTER TABLE "lenders" ADD COLUMN "needs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lenders" ADD COLUMN "is_listed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "applicant_details" ADD CONSTRAINT "applicant_details_application" FOREIGN KEY ("contractor_id","application_id") REFERENCES "public"."applications"("contractor_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applicant_details_given" ON "applicant_details" USING btree ("given_at") WHERE sealed is not null;--> statement-breakpoint
UPDATE "lenders" SET "is_listed" = false WHERE "from_environment";
