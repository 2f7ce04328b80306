-- Visits of support staff get a key that begins with the contractor.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS staff_visits_contractor_id_id_pk ON staff_visits (contractor_id, id);
--> step
ALTER TABLE staff_visits DROP CONSTRAINT staff_visits_pkey,
  ADD CONSTRAINT staff_visits_contractor_id_id_pk PRIMARY KEY USING INDEX staff_visits_contractor_id_id_pk;
--> step
DROP INDEX CONCURRENTLY IF EXISTS staff_visits_contractor;
