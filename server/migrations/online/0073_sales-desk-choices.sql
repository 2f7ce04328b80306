-- What of documents and texts a contractor's day begins with.
CREATE INDEX CONCURRENTLY IF NOT EXISTS document_events_failed ON document_events (contractor_id, at, id) WHERE kind = 'text-failed';
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS documents_viewed ON documents (contractor_id, viewed_at, id) WHERE kind = 'estimate' and status = 'viewed';
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS sent_links_failed ON sent_links (contractor_id, failed_at, id) WHERE send_state = 'failed' and channel = 'text';
