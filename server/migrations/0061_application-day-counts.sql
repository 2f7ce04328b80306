CREATE TABLE "application_count_marks" (
	"contractor_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "application_count_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "application_count_marks_contractor_id_id_pk" PRIMARY KEY("contractor_id","id")
);
--> statement-breakpoint
CREATE TABLE "counted_contractors" (
	"contractor_id" integer PRIMARY KEY NOT NULL,
	"time_zone" text DEFAULT '' NOT NULL,
	"counted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "application_event_counts" (
	"contractor_id" integer NOT NULL,
	"day" date NOT NULL,
	"sent" integer NOT NULL,
	"received" integer NOT NULL,
	"funded" integer NOT NULL,
	CONSTRAINT "application_event_counts_contractor_id_day_pk" PRIMARY KEY("contractor_id","day")
);
--> statement-breakpoint
CREATE TABLE "application_started_counts" (
	"contractor_id" integer NOT NULL,
	"day" date NOT NULL,
	"page_id" integer NOT NULL,
	"source" "application_source" NOT NULL,
	"started" integer NOT NULL,
	"submitted" integer NOT NULL,
	"offers" integer NOT NULL,
	"approved" integer NOT NULL,
	"funded" integer NOT NULL,
	CONSTRAINT "application_started_counts_contractor_id_day_page_id_source_pk" PRIMARY KEY("contractor_id","day","page_id","source")
);
