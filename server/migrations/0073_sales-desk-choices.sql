CREATE TABLE "document_defaults" (
	"contractor_id" integer NOT NULL,
	"kind" text NOT NULL,
	"tax_rate" integer DEFAULT 0 NOT NULL,
	"days" integer,
	"license" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"terms" text DEFAULT '' NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" integer NOT NULL,
	CONSTRAINT "document_defaults_contractor_id_kind_pk" PRIMARY KEY("contractor_id","kind")
);
--> statement-breakpoint
CREATE TABLE "account_preferences" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_preferences_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "account_preferences" ADD CONSTRAINT "account_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;