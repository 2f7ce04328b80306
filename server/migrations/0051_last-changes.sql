CREATE TABLE "last_changes" (
	"contractor_id" integer PRIMARY KEY NOT NULL,
	"position" "pg_lsn" NOT NULL
);
