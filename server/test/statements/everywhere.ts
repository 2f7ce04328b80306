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
  ba2a2b565257f321:
    'Files that lenders have had for long enough, at every contractor: a nightly job.',
  // select * from "applications" where "applications"."id" = $1
  a141769f9e104791: 'Staff fetch the record of an application by its number.',
  // select * from "text_messages" inner join "contractors" on "contractors"."id" = "text_messages"."cont
  '65eeaa20d9bf4476': 'Staff look at the texts of all contractors.',
  // select * from "text_messages" inner join "contractors" on "contractors"."id" = "text_messages"."cont
  b7a91fb699f5a30d: 'Staff look at the texts of all contractors.',
  // select * from "text_messages" order by "text_messages"."id" desc limit $1
  '8a3dbef2a1e71351': 'Staff look at the texts of all contractors.',
  // select count(*) from "text_messages"
  eb490ada1a2b0495: 'Staff look at the texts of all contractors.',
  // select count(*) from "text_messages" where "text_messages"."status" = $1
  c03d3ac5b851e5e2: 'Staff look at the texts of all contractors.',
  // select * from "applications" inner join "contractors" on "contractors"."id" = "applications"."contra
  '43ab302f7cfa1afd': 'Staff look at what is flagged, at every contractor.',
  // select * from "applications" inner join "contractors" on "contractors"."id" = "applications"."contra
  '8dc395111c9fdc0c': 'Staff look at what is flagged, at every contractor.',
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
  // select * from "text_messages" where ("text_messages"."id" = $1 and ("text_messages"."status" = $2 an
  ea79ed4cf5d53622: 'Staff send a failed text again and know its number alone.',
  // select * from "applications" where ("applications"."id" > $1 and "applications"."anonymised_at" is n
  '1c1bd036982262a3': 'The addresses of all homeowners: deletions are repeated after a restore.',
  // select a.id, a.contractor_id "contractorId", a.applicant_name "applicantName", page.company_name "co
  '0613da20dfa9f8e7': 'The month’s commissions, at every contractor.',
  // select distinct o.application_id as id from offers o where o.kind = 'heloc' and o.is_qualified and o
  '5be9018b865c9b7c': 'The month’s commissions, at every contractor.',
  // select o.id from offers o where o.funded_at >= ($1::timestamp at time zone $2) and o.funded_at < (($
  '8f9e3a3d5c37ac69': 'The month’s commissions, at every contractor.',
  // select o.id, o.kind, o.contractor_id "contractorId", o.application_id "applicationId", o.funded_amou
  '88bc4086ec090e71': 'The month’s commissions, at every contractor.',
  // with first as ( select coalesce( (select min(month) from commission_runs), date_trunc('month', (sele
  '9f62bb5890230fc8': 'The month’s commissions, at every contractor.',
  // select "id", "applicant_name", "email", coalesce("person_key", "email"), "completed_at", "answered_a
  '49fb7aad8bb4dd85': 'The proof of a guarantee claim lists the applications that it names.',
  // select * from "homeowner_documents" where "homeowner_documents"."file_key" in ($1, $2, $3, $4, $5, $
  e2135b98134b7e14: 'The sweep of the file store knows the names of files alone.',
  // select a.id, a.contractor_id "contractorId" from applications a where a.anonymised_at is null and a.
  '1d2b12fc71352455': 'What is due by its age, at every contractor: the nightly run of retention.',
  // select a.id, a.contractor_id "contractorId" from applications a where a.anonymised_at is null and a.
  cdc6de2f520dd643: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from application_consents k where k.anonymised_at is null and k.at < $1::timestamptz
  c5c8a026f56eec71: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from applications a where a.anonymised_at is null and a.completed_at is not null and
  f563ed89da0d8bd6: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from applications a where a.anonymised_at is null and a.completed_at is null and gre
  '9002155042891305': 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from text_messages where anonymised_at is null and status <> 'queued' and settled_at
  '3fb6b653e3208a85': 'What is due by its age, at every contractor: the nightly run of retention.',
  // with due as (select contractor_id, id from text_messages where anonymised_at is null and status <> '
  '1964a4aae26e7701': 'What is due by its age, at every contractor: the nightly run of retention.',
  // with due as (select k.contractor_id, k.application_id, k.id from application_consents k where k.anon
  d0390ab9eb837b7f: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select * from "application_consents" where lower("application_consents"."email") = $1 order by "appl
  '7d16526269733214': 'What one person has at every contractor, for a copy or a deletion.',
  // select * from "applications" where (lower("applications"."email") = $1 and "applications"."anonymise
  '70c97ef4c9d7e16c': 'What one person has at every contractor, for a copy or a deletion.',
  // select a.id, a.contractor_id "contractorId", a.applicant_name "personName", array_to_json(array_remo
  f75c910f5f0bc6f0: 'What one person has at every contractor, for a copy or a deletion.',
  // select a.id, a.contractor_id "contractorId", a.applicant_name "personName", array_to_json(array_remo
  '264dabc9886f000f': 'What one person has at every contractor, for a copy or a deletion.',
  // with person as (select contractor_id, coalesce(max(person_key), gen_random_uuid()::text) as key from
  f0b010fbee990f1d: 'What one person has at every contractor, for a copy or a deletion.',
  // select distinct … from "application_consents" inner join "applications"
  c52494f0f0475995: 'A number that answers STOP is stopped at every contractor.',
};
