ALTER TABLE "saved_items" ADD COLUMN "details" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Items of kept documents have details, and tax rates three decimals: thousandths of a percent.
UPDATE "documents" SET "content" = "content" || jsonb_build_object(
  'taxRate', ("content" ->> 'taxRate')::int * 10,
  'items', (
    SELECT coalesce(jsonb_agg('{"details": ""}'::jsonb || "item" ORDER BY "place"), '[]'::jsonb)
    FROM jsonb_array_elements("content" -> 'items') WITH ORDINALITY AS "items" ("item", "place")
  )
);--> statement-breakpoint
UPDATE "document_revisions" SET "content" = "content" || jsonb_build_object(
  'taxRate', ("content" ->> 'taxRate')::int * 10,
  'items', (
    SELECT coalesce(jsonb_agg('{"details": ""}'::jsonb || "item" ORDER BY "place"), '[]'::jsonb)
    FROM jsonb_array_elements("content" -> 'items') WITH ORDINALITY AS "items" ("item", "place")
  )
);
