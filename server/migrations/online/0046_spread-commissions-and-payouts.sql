-- Commissions and payouts get keys that begin with the contractor. commissions_source_unique stays for processes of
-- the release before.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS commissions_contractor_id_id_pk ON commissions (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS commissions_booked ON commissions (contractor_id, source);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS commissions_of_application ON commissions (contractor_id, application_id) WHERE application_id is not null;
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS commissions_of_payout ON commissions (contractor_id, payout_id);
--> step
ALTER TABLE commissions DROP CONSTRAINT commissions_pkey,
  ADD CONSTRAINT commissions_contractor_id_id_pk PRIMARY KEY USING INDEX commissions_contractor_id_id_pk;
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payouts_contractor_id_id_pk ON payouts (contractor_id, id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS payouts_id ON payouts (id);
--> step
ALTER TABLE payouts DROP CONSTRAINT payouts_pkey,
  ADD CONSTRAINT payouts_contractor_id_id_pk PRIMARY KEY USING INDEX payouts_contractor_id_id_pk;
--> step
DROP INDEX CONCURRENTLY IF EXISTS commissions_application;
--> step
DROP INDEX CONCURRENTLY IF EXISTS commissions_payout;
