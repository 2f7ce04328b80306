CREATE TABLE "provider_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text,
	"sealed" text,
	"version" integer DEFAULT 0 NOT NULL,
	"user_id" integer,
	"last_edit" timestamp with time zone
);
