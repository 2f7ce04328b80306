CREATE TABLE "application_days" (
	"contractor_id" integer NOT NULL,
	"day" date NOT NULL,
	"page_id" integer NOT NULL,
	"source" "application_source" NOT NULL,
	"time_zone" text NOT NULL,
	"started" integer DEFAULT 0 NOT NULL,
	"submitted" integer DEFAULT 0 NOT NULL,
	"offers" integer DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"funded" integer DEFAULT 0 NOT NULL,
	"submissions" integer DEFAULT 0 NOT NULL,
	"offers_received" integer DEFAULT 0 NOT NULL,
	"offers_funded" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "application_days_contractor_id_day_page_id_source_pk" PRIMARY KEY("contractor_id","day","page_id","source")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "counted_bits" smallint;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "counted_bits" smallint;