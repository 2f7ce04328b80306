CREATE TYPE "public"."consent_answer" AS ENUM('given', 'declined', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."consent_kind" AS ENUM('sharing', 'e-sign', 'contact');--> statement-breakpoint
CREATE TYPE "public"."legal_kind" AS ENUM('sharing', 'e-sign', 'contact', 'privacy', 'terms');--> statement-breakpoint
CREATE TABLE "application_consents" (
	"contractor_id" integer NOT NULL,
	"application_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "application_consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" "consent_kind" NOT NULL,
	"answer" "consent_answer" NOT NULL,
	"version" integer NOT NULL,
	"effective_from" date NOT NULL,
	"language" text NOT NULL,
	"text_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"address" "inet",
	"user_agent" text NOT NULL,
	"anonymised_at" timestamp with time zone,
	CONSTRAINT "application_consents_contractor_id_application_id_id_pk" PRIMARY KEY("contractor_id","application_id","id")
);
--> statement-breakpoint
CREATE TABLE "consent_texts" (
	"contractor_id" integer NOT NULL,
	"hash" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "consent_texts_contractor_id_hash_pk" PRIMARY KEY("contractor_id","hash")
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"kind" "legal_kind" NOT NULL,
	"version" integer NOT NULL,
	"effective_from" date NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" integer,
	"text_en" text NOT NULL,
	"text_es" text NOT NULL,
	"hash_en" text NOT NULL,
	"hash_es" text NOT NULL,
	CONSTRAINT "legal_texts_kind_version_pk" PRIMARY KEY("kind","version")
);
--> statement-breakpoint
ALTER TABLE "contractors" ADD COLUMN "license_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "application_consents" ADD CONSTRAINT "application_consents_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_consents_email" ON "application_consents" USING btree (lower(email),"application_id");--> statement-breakpoint
CREATE INDEX "application_consents_phone" ON "application_consents" USING btree ("phone","application_id");--> statement-breakpoint
CREATE INDEX "application_consents_application" ON "application_consents" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "application_consents_contractor" ON "application_consents" USING btree ("contractor_id","id");--> statement-breakpoint
CREATE INDEX "application_consents_due" ON "application_consents" USING btree ("at") WHERE anonymised_at is null;--> statement-breakpoint
CREATE INDEX "legal_texts_effective" ON "legal_texts" USING btree ("kind","effective_at");--> statement-breakpoint
CREATE TRIGGER legal_texts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "legal_texts" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE "legal_texts" ENABLE ALWAYS TRIGGER legal_texts_append_only;--> statement-breakpoint
CREATE TRIGGER consent_texts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "consent_texts" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE "consent_texts" ENABLE ALWAYS TRIGGER consent_texts_append_only;--> statement-breakpoint
CREATE TRIGGER application_consents_append_only BEFORE DELETE OR TRUNCATE ON "application_consents" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE "application_consents" ENABLE ALWAYS TRIGGER application_consents_append_only;--> statement-breakpoint
-- A proof changes in one way alone: its homeowner is taken out of it, once.
CREATE FUNCTION refuse_other_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.anonymised_at IS NULL AND NEW.anonymised_at IS NOT NULL
    AND NEW.name = '' AND NEW.email = '' AND NEW.phone = '' AND NEW.address IS NULL AND NEW.user_agent = ''
    AND (NEW.contractor_id, NEW.application_id, NEW.id, NEW.kind, NEW.answer, NEW.version, NEW.effective_from, NEW.language, NEW.text_hash, NEW.at)
      = (OLD.contractor_id, OLD.application_id, OLD.id, OLD.kind, OLD.answer, OLD.version, OLD.effective_from, OLD.language, OLD.text_hash, OLD.at)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'application_consents is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER application_consents_stay BEFORE UPDATE ON "application_consents" FOR EACH ROW EXECUTE FUNCTION refuse_other_proof();--> statement-breakpoint
ALTER TABLE "application_consents" ENABLE ALWAYS TRIGGER application_consents_stay;
