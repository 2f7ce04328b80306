/**
 * Statements that mean the rows of all contractors, by their fingerprint, and why. A cluster asks all
 * of its machines for each of these, so none is what a contractor or a homeowner waits for.
 */
export const everywhere: Readonly<Record<string, string>> = {
  // select * from "applications" inner join "co_branded_pages" on "co_branded_pages"."id" = "application
  b35ae59933c60398: 'A job of an older version knows the number of the application alone.',
  // UPDATE "applications" SET "choices" = 1 WHERE "id" IN (SELECT "application_id" FROM "offers" WHERE "
  '66a73e62723421a2': 'A migration.',
  // UPDATE "offers" SET "replaced_at" = now(), "chosen_at" = NULL WHERE "id" IN ( SELECT "id" FROM ( SEL
  '1f7c76ad119102f0': 'A migration.',
  // select * from "applications" where "applications"."reference" = $1
  '216f8ad9619b46b0': 'A name from before names said whose application it is.',
  // select * from "application_keys" where ("application_keys"."token_hash" = $1 and "application_keys".
  '1298a5b8f397078f': 'A secret from before secrets said whose row they open.',
  // select * from "application_short_links" where ("application_short_links"."code_hash" = $1 and "appli
  '403ec279f23987a6': 'A secret from before secrets said whose row they open.',
  // select * from "applications" inner join "co_branded_pages" on "co_branded_pages"."id" = "application
  e4bb61e2c45a490e: 'A secret from before secrets said whose row they open.',
  // select count(*)::int as count from lender_events where type = 'offers.received'
  '8bf2a21239cf1cc6': 'A test’s own.',
  // select id, contractor_id as owner from applications order by id limit 400
  ba61d64b5dd1896b: 'A test’s own.',
  // select string_agg(t::text, e' ') as all from public.lender_events t
  adde3bc8b3079b10: 'A test’s own.',
  // update applications set flags = array[$1] where id = (select application_id from offers where id = $
  '97310bebdd9414c6': 'A test’s own.',
  // select * from "applications" where (information_requested_at is not null and approved_at is null and
  dd9f88f9775b350c: 'Applications about to expire, at every contractor: a daily job.',
  // select * from "homeowner_documents" where ("homeowner_documents"."file_key" is not null and ("homeow
  '62576dbe6223a938':
    'Files that lenders have had for long enough, at every contractor: a nightly job.',
  // select * from "applications" where "applications"."id" = $1
  a141769f9e104791: 'Staff fetch the record of an application by its number.',
  // select * from "text_messages" where "status" = $1 order by "created_at" desc, "id" desc limit $2
  e1185b1a9d922908: 'Staff look at the texts of all contractors.',
  // select * from "text_messages" order by "text_messages"."created_at" desc, "text_messages"."id" desc limit $1
  '72da72ce4a3323ba': 'Staff look at the texts of all contractors.',
  // select * from "text_messages" order by "text_messages"."id" desc limit $1
  '8a3dbef2a1e71351': 'Staff look at the texts of all contractors.',
  // select count(*) from "text_messages"
  eb490ada1a2b0495: 'Staff look at the texts of all contractors.',
  // select count(*) from "text_messages" where "text_messages"."status" = $1
  c03d3ac5b851e5e2: 'Staff look at the texts of all contractors.',
  // select * from "applications" inner join "co_branded_pages" … where "applications"."flags" <> '{}'
  '528c1b0c4d5e8055': 'Staff look at what is flagged, at every contractor.',
  // select * from "applications" inner join "co_branded_pages" … where "flags" <> '{}' and "flags" @> $1
  '29851bf3d284c76c': 'Staff look at what is flagged, at every contractor.',
  // select count(*) from "applications" where "applications"."flags" <> '{}'
  '8f24cf574213adab': 'Staff look at what is flagged, at every contractor.',
  // select count(*) from "applications" where ("applications"."flags" <> '{}' and "applications"."flags"
  f5a0e633aa1e0ad7: 'Staff look at what is flagged, at every contractor.',
  // select count(*) from "applications" where ("applications"."flags" <> '{}' and "applications"."starte
  '702df343e19a96b8': 'Staff look at what is flagged, at every contractor.',
  // with found as (select contractor_id, application_id id from application_consents where phone = $1 )
  '144c0df701f6ce43': 'Staff look for the record of a homeowner, at every contractor.',
  // with found as (select contractor_id, application_id id from application_consents where phone = $1 un
  '8746ba0d81e18c2d': 'Staff look for the record of a homeowner, at every contractor.',
  // with found as (select contractor_id, id from applications where lower(email) = $1 and consent_at is
  '91c1446bc500787b': 'Staff look for the record of a homeowner, at every contractor.',
  // select * from "text_messages" where ("text_messages"."id" = $1 and "status" = $2 and "anonymised_at" is null)
  '81b36e8abec1c187': 'Staff send a failed text again and know its number alone.',
  // select * from "applications" where ("applications"."id" > $1 and "applications"."anonymised_at" is n
  '1c1bd036982262a3': 'The addresses of all homeowners: deletions are repeated after a restore.',
  // select date_trunc('month', least((select min(funded_at) from offers), …
  cb682ba5fa63e482: 'The month’s commissions, at every contractor.',
  // with found as materialized (select distinct o.application_id as id, o.contractor_id from offers o …
  cbb95daa9bf2a187: 'The month’s commissions, at every contractor.',
  // with found as materialized (select o.id, o.contractor_id from offers o where o.funded_at >= …
  d2902b18d314adb8: 'The month’s commissions, at every contractor.',
  // select "id", "applicant_name", "email", coalesce("person_key", "email"), "completed_at", "answered_a
  '49fb7aad8bb4dd85': 'The proof of a guarantee claim lists the applications that it names.',
  // select * from "homeowner_documents" where "homeowner_documents"."file_key" in ($1, $2, $3, $4, $5, $
  e2135b98134b7e14: 'The sweep of the file store knows the names of files alone.',
  // select a.id, a.contractor_id "contractorId" from applications a where a.anonymised_at is null and a.
  ec90f4a6e90f65a3: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select a.id, a.contractor_id "contractorId" from applications a where a.anonymised_at is null and a.
  b87227826fe7e5c0: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from application_consents k where k.anonymised_at is null and k.at < $1::timestamptz
  c5c8a026f56eec71: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from applications a where a.anonymised_at is null and a.completed_at is not null and
  f563ed89da0d8bd6: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from applications a where … and not (… or (a.contractor_id, a.id) in (select …
  '30da27693d5f3ec7': 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from applications a where a.anonymised_at is null and a.completed_at is null and gre
  '9002155042891305': 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from text_messages where anonymised_at is null and status <> 'queued' and settled_at
  '3fb6b653e3208a85': 'What is due by its age, at every contractor: the nightly run of retention.',
  // with due as materialized (select contractor_id, id from text_messages where anonymised_at is null
  '339c949cb2a7efdd': 'What is due by its age, at every contractor: the nightly run of retention.',
  // with due as materialized (select k.contractor_id, k.application_id, k.id from application_consents k
  '44aa2fb81cc9cbda': 'What is due by its age, at every contractor: the nightly run of retention.',
  // select * from "application_consents" where lower("application_consents"."email") = $1 order by "appl
  '7d16526269733214': 'What one person has at every contractor, for a copy or a deletion.',
  // select * from "applications" where (lower("applications"."email") = $1 and "applications"."anonymise
  '70c97ef4c9d7e16c': 'What one person has at every contractor, for a copy or a deletion.',
  // select a.id, a.contractor_id "contractorId", a.applicant_name "personName", array_to_json(array_remo
  f2b4e5d3000dd5a9: 'What one person has at every contractor, for a copy or a deletion.',
  // with person as (select contractor_id, coalesce(max(person_key), gen_random_uuid()::text) as key from
  f0b010fbee990f1d: 'What one person has at every contractor, for a copy or a deletion.',
  // select distinct … from "application_consents" inner join "applications"
  c52494f0f0475995: 'A number that answers STOP is stopped at every contractor.',
};
