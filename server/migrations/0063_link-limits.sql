CREATE TABLE "link_limits" (
	"contractor_id" integer PRIMARY KEY NOT NULL,
	"a_day" integer,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" integer NOT NULL
);
