-- What staff look for among very many: e-mails that can be sent again, stopped numbers by a part of one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS email_messages_failed ON email_messages (settled_at, id) WHERE status = 'failed' and anonymised_at is null;
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS text_stops_number ON text_stops USING gin (number gin_trgm_ops);
