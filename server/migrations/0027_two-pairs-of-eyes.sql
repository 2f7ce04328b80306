ALTER TABLE "payout_runs" ALTER COLUMN "effective_on" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD COLUMN "released_by" integer;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD COLUMN "released_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD COLUMN "canceled_by" integer;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD COLUMN "canceled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD COLUMN "left_out" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "prepared_cents" bigint;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "prepared_details" integer;--> statement-breakpoint
-- Whoever made a run until now released it by that.
UPDATE "payout_runs" SET "released_by" = "started_by", "released_at" = "started_at";--> statement-breakpoint
CREATE INDEX "payout_runs_released" ON "payout_runs" USING btree ("released_at");--> statement-breakpoint
CREATE INDEX "payout_runs_waiting" ON "payout_runs" USING btree ("started_by") WHERE released_at is null and canceled_at is null;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_file" CHECK ((file_sealed <> '') = (released_at is not null));--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_end" CHECK (released_at is null or canceled_at is null);