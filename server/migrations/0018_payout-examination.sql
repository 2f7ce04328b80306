ALTER TABLE "payouts" DROP CONSTRAINT "payouts_trace_number_unique";--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "takes_back_id" bigint;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "examined_at" timestamp with time zone;--> statement-breakpoint
UPDATE "commissions" c SET "takes_back_id" = o."id" FROM "commissions" o
WHERE c."amount_cents" < 0 AND o."source" = regexp_replace(c."source", ':refund(:.*)?$', '') AND o."source" <> c."source"
  AND o."contractor_id" = c."contractor_id";
