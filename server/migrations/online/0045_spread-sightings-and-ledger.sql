-- The ledger and the places of widgets get keys that begin with the contractor. ledger_entries_source_unique stays
-- for processes of the release before.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ledger_entries_contractor_id_id_pk ON ledger_entries (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ledger_entries_booked ON ledger_entries (contractor_id, source);
--> step
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_pkey,
  ADD CONSTRAINT ledger_entries_contractor_id_id_pk PRIMARY KEY USING INDEX ledger_entries_contractor_id_id_pk;
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS widget_sightings_contractor_id_id_pk ON widget_sightings (contractor_id, id);
--> step
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS widget_sightings_of_page ON widget_sightings (contractor_id, page_id, widget, site);
--> step
ALTER TABLE widget_sightings DROP CONSTRAINT widget_sightings_pkey,
  ADD CONSTRAINT widget_sightings_contractor_id_id_pk PRIMARY KEY USING INDEX widget_sightings_contractor_id_id_pk;
--> step
DROP INDEX CONCURRENTLY IF EXISTS widget_sightings_place;
