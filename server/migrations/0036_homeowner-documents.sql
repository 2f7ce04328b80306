CREATE TYPE "public"."homeowner_document_state" AS ENUM('waiting', 'sending', 'sent', 'accepted', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."homeowner_document_type" AS ENUM('application/pdf', 'image/jpeg', 'image/png', 'image/heic');--> statement-breakpoint
CREATE TYPE "public"."lender_request_kind" AS ENUM('document', 'information');--> statement-breakpoint
CREATE TYPE "public"."lender_request_state" AS ENUM('open', 'fulfilled', 'withdrawn');--> statement-breakpoint
CREATE TABLE "homeowner_documents" (
	"contractor_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "homeowner_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" bigint NOT NULL,
	"request_id" bigint NOT NULL,
	"reference" text NOT NULL,
	"name" text NOT NULL,
	"content_type" "homeowner_document_type" NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"file_key" text,
	"sealed_key" text,
	"state" "homeowner_document_state" DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	CONSTRAINT "homeowner_documents_contractor_id_id_pk" PRIMARY KEY("contractor_id","id")
);
--> statement-breakpoint
CREATE TABLE "lender_requests" (
	"contractor_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "lender_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"reference" text NOT NULL,
	"kind" "lender_request_kind" NOT NULL,
	"what" text NOT NULL,
	"how" text NOT NULL,
	"until" timestamp with time zone,
	"state" "lender_request_state" DEFAULT 'open' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "lender_requests_contractor_id_id_pk" PRIMARY KEY("contractor_id","id")
);
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "lender_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "homeowner_documents" ADD CONSTRAINT "homeowner_documents_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homeowner_documents" ADD CONSTRAINT "homeowner_documents_contractor_id_request_id_lender_requests_contractor_id_id_fk" FOREIGN KEY ("contractor_id","request_id") REFERENCES "public"."lender_requests"("contractor_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lender_requests" ADD CONSTRAINT "lender_requests_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lender_requests" ADD CONSTRAINT "lender_requests_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "homeowner_documents_application" ON "homeowner_documents" USING btree ("contractor_id","application_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "homeowner_documents_reference" ON "homeowner_documents" USING btree ("contractor_id","reference");--> statement-breakpoint
CREATE INDEX "homeowner_documents_file" ON "homeowner_documents" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "homeowner_documents_sent" ON "homeowner_documents" USING btree ("sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lender_requests_reference" ON "lender_requests" USING btree ("contractor_id","application_id","offer_id","reference");