CREATE TABLE "application_export_parts" (
	"contractor_id" integer NOT NULL,
	"export_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"ids" bigint[] NOT NULL,
	"file_key" text,
	"bytes" bigint,
	"file_end" jsonb,
	CONSTRAINT "application_export_parts_contractor_id_export_id_part_pk" PRIMARY KEY("contractor_id","export_id","part")
);
--> statement-breakpoint
CREATE TABLE "application_exports" (
	"contractor_id" integer NOT NULL,
	"export_id" uuid NOT NULL,
	"asked_by" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"asked" jsonb NOT NULL,
	"state" text NOT NULL,
	"as_of" timestamp with time zone,
	"rows" integer NOT NULL,
	"rows_made" integer DEFAULT 0 NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"file_key" text,
	"bytes" bigint,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "application_exports_contractor_id_export_id_pk" PRIMARY KEY("contractor_id","export_id")
);
--> statement-breakpoint
ALTER TABLE "application_export_parts" ADD CONSTRAINT "application_export_parts_export" FOREIGN KEY ("contractor_id","export_id") REFERENCES "public"."application_exports"("contractor_id","export_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_exports_asked" ON "application_exports" USING btree ("contractor_id","asked_by","asked_at");