-- A contractor's applications by place, and found by words among the contractor's own.
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_location ON applications (contractor_id, state, city, id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_contractor_search ON applications USING gin (contractor_id, (lower(applicant_name || ' ' || email || ' ' || phone || ' ' || city)) gin_trgm_ops);
--> step
DROP INDEX CONCURRENTLY IF EXISTS applications_search;
