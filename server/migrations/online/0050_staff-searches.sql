-- Staff's lists over all contractors: what is flagged by one flag, texts by a part of a number.
CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_flags ON applications USING gin (flags) WHERE flags <> '{}';
--> step
CREATE INDEX CONCURRENTLY IF NOT EXISTS text_messages_number ON text_messages USING gin ("to" gin_trgm_ops);
