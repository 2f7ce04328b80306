-- Keys that begin with the contractor are built while old processes go on: online/0045_spread-sightings-and-ledger.sql.
SELECT 1;
