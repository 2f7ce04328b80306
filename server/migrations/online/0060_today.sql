-- What the contractor's day begins with, and the sums of the month.
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_to_choose ON applications (contractor_id, completed_at, id) WHERE has_offers and information_requested_at is null and approved_at is null and funded_at is null and withdrawn_at is null and anonymised_at is null;
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_to_inform ON applications (contractor_id, information_requested_at, id) WHERE information_requested_at is not null and approved_at is null and funded_at is null and withdrawn_at is null and anonymised_at is null;
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_to_begin ON applications (contractor_id, approved_at, id) WHERE approved_at is not null and funded_at is null and withdrawn_at is null and anonymised_at is null;
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_sent ON applications (contractor_id, completed_at, requested_amount_cents) WHERE completed_at is not null;
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS offers_paid_out ON offers (contractor_id, funded_at, funded_amount_cents) WHERE funded_at is not null;
