CREATE TABLE "application_keys" (
	"contractor_id" integer NOT NULL,
	"application_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "application_keys_contractor_id_application_id_token_hash_pk" PRIMARY KEY("contractor_id","application_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "information_wanted" jsonb;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "choices" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "invited_offer_id" bigint;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "application_keys" ADD CONSTRAINT "application_keys_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_keys_token" ON "application_keys" USING btree ("token_hash");--> statement-breakpoint
UPDATE "offers" SET "replaced_at" = now(), "chosen_at" = NULL WHERE "id" IN (
	SELECT "id" FROM (
		SELECT "id", row_number() OVER (
			PARTITION BY "contractor_id", "application_id"
			ORDER BY ("funded_at" IS NOT NULL) DESC, ("approved_at" IS NOT NULL) DESC, "chosen_at" DESC, "id" DESC
		) AS "place"
		FROM "offers" WHERE "chosen_at" IS NOT NULL
	) AS "chosen" WHERE "place" > 1
);--> statement-breakpoint
UPDATE "applications" SET "choices" = 1 WHERE "id" IN (SELECT "application_id" FROM "offers" WHERE "chosen_at" IS NOT NULL);
