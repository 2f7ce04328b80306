-- Whoever asks for a row of a contractor's names the contractor: keys begin with it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS lender_events_unowned ON lender_events (id) WHERE contractor_id IS NULL;
--> repeat
UPDATE lender_events SET contractor_id = a.contractor_id FROM applications a
WHERE a.id = lender_events.application_id
  AND lender_events.id IN (SELECT id FROM lender_events WHERE contractor_id IS NULL ORDER BY id LIMIT 5000);
--> step
DROP INDEX CONCURRENTLY IF EXISTS lender_events_unowned;
--> step
ALTER TABLE lender_events ADD CONSTRAINT lender_events_owned CHECK (contractor_id IS NOT NULL) NOT VALID;
--> step
ALTER TABLE lender_events VALIDATE CONSTRAINT lender_events_owned;
--> step
ALTER TABLE lender_events ALTER COLUMN contractor_id SET NOT NULL, DROP CONSTRAINT lender_events_owned;
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS lender_events_contractor_id_id_pk ON lender_events (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS applications_contractor_id_id_pk ON applications (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS offers_contractor_id_id_pk ON offers (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS offers_of_application ON offers (contractor_id, application_id, reference);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_id ON applications (id);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_token ON applications (token_hash);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_reference ON applications (reference);
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS offers_id ON offers (id);
--> step
-- New rows keep the new keys from here on; those that are there are looked at below, without a lock.
LOCK TABLE applications, offers, lender_events, lender_requests, homeowner_documents, application_keys, application_short_links, application_consents;
ALTER TABLE application_consents DROP CONSTRAINT application_consents_application_id_applications_id_fk;
ALTER TABLE application_keys DROP CONSTRAINT application_keys_application_id_applications_id_fk;
ALTER TABLE application_short_links DROP CONSTRAINT application_short_links_application_id_applications_id_fk;
ALTER TABLE homeowner_documents DROP CONSTRAINT homeowner_documents_application_id_applications_id_fk;
ALTER TABLE lender_requests DROP CONSTRAINT lender_requests_application_id_applications_id_fk, DROP CONSTRAINT lender_requests_offer_id_offers_id_fk;
ALTER TABLE lender_events DROP CONSTRAINT lender_events_application_id_applications_id_fk, DROP CONSTRAINT lender_events_pkey,
  ADD CONSTRAINT lender_events_contractor_id_id_pk PRIMARY KEY USING INDEX lender_events_contractor_id_id_pk;
ALTER TABLE offers DROP CONSTRAINT offers_application_id_applications_id_fk, DROP CONSTRAINT offers_pkey,
  ADD CONSTRAINT offers_contractor_id_id_pk PRIMARY KEY USING INDEX offers_contractor_id_id_pk;
ALTER TABLE applications DROP CONSTRAINT applications_pkey, DROP CONSTRAINT applications_token_hash_unique, DROP CONSTRAINT applications_reference_unique,
  ADD CONSTRAINT applications_contractor_id_id_pk PRIMARY KEY USING INDEX applications_contractor_id_id_pk;
ALTER TABLE application_consents ADD CONSTRAINT application_consents_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id) NOT VALID;
ALTER TABLE application_keys ADD CONSTRAINT application_keys_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id) NOT VALID;
ALTER TABLE application_short_links ADD CONSTRAINT application_short_links_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id) NOT VALID;
ALTER TABLE homeowner_documents ADD CONSTRAINT homeowner_documents_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id) NOT VALID;
ALTER TABLE lender_requests ADD CONSTRAINT lender_requests_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id) NOT VALID,
  ADD CONSTRAINT lender_requests_offer FOREIGN KEY (contractor_id, offer_id) REFERENCES offers (contractor_id, id) NOT VALID;
ALTER TABLE lender_events ADD CONSTRAINT lender_events_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id) NOT VALID;
ALTER TABLE offers ADD CONSTRAINT offers_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications (contractor_id, id) NOT VALID;
--> step
ALTER TABLE application_consents VALIDATE CONSTRAINT application_consents_application;
--> step
ALTER TABLE application_keys VALIDATE CONSTRAINT application_keys_application;
--> step
ALTER TABLE application_short_links VALIDATE CONSTRAINT application_short_links_application;
--> step
ALTER TABLE homeowner_documents VALIDATE CONSTRAINT homeowner_documents_application;
--> step
ALTER TABLE lender_requests VALIDATE CONSTRAINT lender_requests_application;
--> step
ALTER TABLE lender_requests VALIDATE CONSTRAINT lender_requests_offer;
--> step
ALTER TABLE lender_events VALIDATE CONSTRAINT lender_events_application;
--> step
ALTER TABLE offers VALIDATE CONSTRAINT offers_application;
--> step
DROP INDEX CONCURRENTLY IF EXISTS offers_reference;
