ALTER TYPE "public"."user_kind" ADD VALUE 'lender';--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "lender_id" integer;--> statement-breakpoint
ALTER TABLE "lender_events" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "lender_events" ADD COLUMN "done" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_lender" ON "users" USING btree ("lender_id","id") WHERE lender_id is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_of_lenders" CHECK ((kind::text = 'lender') = (lender_id is not null));