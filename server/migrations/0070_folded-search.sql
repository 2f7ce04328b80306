-- The same as `foldedText` in server/src/platform/db/folded.ts.
CREATE FUNCTION fold_search(written text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text := written;
BEGIN
  IF octet_length(written) = length(written) THEN
    RETURN translate(lower(written), '`', '''');
  END IF;
  -- Regular expressions take a third of the time of `translate` with as many characters.
  folded := normalize(regexp_replace(written, '[`´‘’‛′ʹʻʼʽʾʿˈꞌ＇]', '''', 'g'), NFKD);
  folded := lower(regexp_replace(folded, '[\u00ad\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20ff\ufe20-\ufe2f\ufeff]', '', 'g'));
  IF octet_length(folded) = length(folded) THEN
    RETURN folded;
  END IF;
  folded := regexp_replace(regexp_replace(folded, '[‐-―−]', '-', 'g'), '[“”„]', '"', 'g');
  folded := translate(folded, 'łøđðħıŋŧςŁØĐÐĦŊŦ', 'loddhintσloddhnt');
  FOR i IN 1..4 LOOP
    folded := replace(replace(folded, substr('ßæœþ', i, 1), substr('ssaeoeth', 2 * i - 1, 2)), substr('ẞÆŒÞ', i, 1), substr('ssaeoeth', 2 * i - 1, 2));
  END LOOP;
  RETURN folded;
END
$$;
--> statement-breakpoint
-- The same as `nameKey` in server/src/domains/payouts/w9/name-key.ts, for a folded name.
CREATE FUNCTION name_key(folded text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  key text := replace(regexp_replace(folded, '[''.]', '', 'g'), '&', ' and ');
BEGIN
  key := btrim(regexp_replace(key, '[-,"/()+!:;\s]+', ' ', 'g'));
  key := regexp_replace(key, '^the ', '');
  RETURN regexp_replace(key, '( (limited liability company|llc|l l c|inc|incorporated|corp|corporation|co|company|ltd|limited|lp|llp|lllp|pllc|pc))+$', '');
END
$$;
--> statement-breakpoint
DROP INDEX IF EXISTS "applications_contractor_search";--> statement-breakpoint
DROP INDEX IF EXISTS "contractors_search";--> statement-breakpoint
DROP INDEX IF EXISTS "customers_search";--> statement-breakpoint
DROP INDEX IF EXISTS "saved_items_search";--> statement-breakpoint
DROP INDEX IF EXISTS "unsubscribers_search";--> statement-breakpoint
DROP INDEX IF EXISTS "users_search";--> statement-breakpoint
ALTER TABLE "contractors" drop column "w9_is_different";--> statement-breakpoint
ALTER TABLE "contractors" ADD COLUMN "w9_is_different" boolean GENERATED ALWAYS AS ((w9_status <> 'Not found' and (
  name_key(fold_search(w9_full_name)) not in (name_key(fold_search(first_name || ' ' || last_name)), name_key(fold_search(company_name)))
  or (btrim(w9_company_name) <> '' and name_key(fold_search(w9_company_name)) <> name_key(fold_search(company_name)))))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "contractors_w9_flagged" ON "contractors" USING btree ((owner_id is not null),"id") WHERE w9_is_different and not w9_skip_differences;--> statement-breakpoint
CREATE INDEX "page_names_search" ON "page_names" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "applications_contractor_search" ON "applications" USING gin ("contractor_id",(fold_search(applicant_name || ' ' || email || ' ' || phone || ' ' || city)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contractors_search" ON "contractors" USING gin ((fold_search(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("contractor_id",(fold_search(name || ' ' || email || ' ' || phone || ' ' || street || ' ' || city || ' ' || state || ' ' || zip || ' ' || tag_words)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "saved_items_search" ON "saved_items" USING gin ("contractor_id",fold_search(description) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "unsubscribers_search" ON "unsubscribers" USING gin (fold_search("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((fold_search(firstname || ' ' || lastname || ' ' || email)) gin_trgm_ops);--> statement-breakpoint
UPDATE "documents" SET "words" = fold_search("words") WHERE octet_length("words") <> length("words") OR position('`' in "words") > 0;
