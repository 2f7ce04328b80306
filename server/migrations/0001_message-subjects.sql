ALTER TABLE "email_messages" ADD COLUMN "about_kind" text;--> statement-breakpoint
ALTER TABLE "email_messages" ADD COLUMN "about_id" bigint;--> statement-breakpoint
ALTER TABLE "email_messages" ADD COLUMN "about_part" integer;--> statement-breakpoint
ALTER TABLE "text_messages" ADD COLUMN "about_kind" text;--> statement-breakpoint
ALTER TABLE "text_messages" ADD COLUMN "about_id" bigint;--> statement-breakpoint
ALTER TABLE "text_messages" ADD COLUMN "about_part" integer;--> statement-breakpoint
-- Until now a message was known by the shape of its key.
UPDATE "email_messages" SET about_kind = 'link', about_id = substring(key from '^link-(\d+)-')::bigint, about_part = substring(key from '-(\d+)$')::int
  WHERE key ~ '^link-\d+-(send|reminder)-\d{1,9}$';--> statement-breakpoint
UPDATE "email_messages" SET about_kind = 'homeowner', about_id = substring(key from '^homeowner-(\d+)-')::bigint
  WHERE key ~ '^homeowner-\d+-';--> statement-breakpoint
UPDATE "email_messages" SET about_kind = 'application', about_id = substring(key from '^application-(\d+)-')::bigint
  WHERE key ~ '^application-\d+-';--> statement-breakpoint
UPDATE "email_messages" SET about_kind = 'application', about_id = substring(key from '^follow-up-\d+-(\d+)-')::bigint
  WHERE key ~ '^follow-up-\d+-\d+-';--> statement-breakpoint
UPDATE "email_messages" SET about_kind = 'document', about_id = substring(key from '^document-sent:\d+:(\d+):')::bigint, about_part = substring(key from '^document-sent:\d+:\d+:(\d+):')::int
  WHERE key ~ '^document-sent:\d+:\d+:\d{1,9}:';--> statement-breakpoint
UPDATE "email_messages" SET about_kind = 'document-answer', about_id = substring(key from '^document-\w+:\d+:(\d+):')::bigint
  WHERE key ~ '^document-(accepted|declined):\d+:\d+:';--> statement-breakpoint
UPDATE "text_messages" SET about_kind = 'link', about_id = substring(key from '^link-(\d+)-')::bigint, about_part = substring(key from '-(\d+)$')::int
  WHERE key ~ '^link-\d+-(send|reminder)-\d{1,9}$';--> statement-breakpoint
UPDATE "text_messages" SET about_kind = 'homeowner', about_id = substring(key from '^homeowner-(\d+)-')::bigint
  WHERE key ~ '^homeowner-\d+-';--> statement-breakpoint
UPDATE "text_messages" SET about_kind = 'document', about_id = substring(key from '^document-(\d+)-')::bigint, about_part = substring(key from '-(\d+)$')::int
  WHERE key ~ '^document-\d+-text-\d{1,9}$';
