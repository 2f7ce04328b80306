CREATE INDEX CONCURRENTLY IF NOT EXISTS "offer_fundings_contractor_at" ON "offer_fundings" USING btree ("contractor_id","at") WHERE amount_cents > 0;
