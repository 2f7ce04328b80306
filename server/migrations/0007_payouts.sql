CREATE TABLE "sign_ups" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"contractor_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "payouts_contractor";--> statement-breakpoint
DROP INDEX "payouts_state";--> statement-breakpoint
DROP INDEX "payouts_run";--> statement-breakpoint
ALTER TABLE "w9_forms" ALTER COLUMN "tin_sealed" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "w9_forms" ALTER COLUMN "tin_last4" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "payout_methods" ADD COLUMN "account_type" text DEFAULT 'Checking' NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_methods" ADD COLUMN "return_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD COLUMN "effective_on" date NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD COLUMN "file_sealed" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD COLUMN "downloaded_by" integer;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD COLUMN "downloaded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "canceled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "w9_forms" ADD COLUMN "copy_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "w9_forms" ADD COLUMN "text_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "w9_forms" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_contractor_id_contractors_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ups_contractor" ON "sign_ups" USING btree ("contractor_id");--> statement-breakpoint
CREATE INDEX "payout_runs_started" ON "payout_runs" USING btree ("started_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_month" ON "payouts" USING btree ("contractor_id","month") WHERE returned_at is null and canceled_at is null;--> statement-breakpoint
CREATE INDEX "payouts_amount" ON "payouts" USING btree ("state","amount_cents","id");--> statement-breakpoint
CREATE INDEX "w9_forms_contractor" ON "w9_forms" USING btree ("contractor_id","id");--> statement-breakpoint
CREATE INDEX "payouts_contractor" ON "payouts" USING btree ("contractor_id","month","id");--> statement-breakpoint
CREATE INDEX "payouts_state" ON "payouts" USING btree ("state","month","id");--> statement-breakpoint
CREATE INDEX "payouts_run" ON "payouts" USING btree ("run_id","id");--> statement-breakpoint
ALTER TABLE "payout_runs" DROP COLUMN "file_key";