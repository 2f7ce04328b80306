/**
 * Statements that mean the rows of all contractors, by their fingerprint, and why. A cluster asks all
 * of its machines for each of these, so none is what a contractor or a homeowner waits for.
 */
export const everywhere: Readonly<Record<string, string>> = {
  // select distinct session_id id from staff_visits where session_id = any($1)
  '6ff173f1ab2b36dc':
    'Sessions that tell of visits stay, whichever contractor was visited: a nightly job.',
  // select * from "audit_log" where ("entity" = $1 and "entity_id" = $2 and ("details" ->> 'version')::int > $3) …
  a42c2cea8df6175a:
    'Who has changed how leads are distributed: staff save that while they look at any contractor.',
  // select count(*) from "email_messages" where "email_messages"."status" = $1
  '2d52a84c90a4b141': 'Metrics tell how many messages wait to be sent, of all contractors.',
  // delete from "email_messages"
  '51fd02df1ed3f107': 'A test’s own.',
  // select count(*) from "email_messages" where (lower("to") = $1 and "email_messages"."anonymised_at" is null)
  '5152c0c7da5a6ba1': 'What one person was sent by every contractor, for a copy or a deletion.',
  // select * from "email_messages" where (lower("to") = $1 and "anonymised_at" is null) order by "id" desc limit $2
  '4ec83c9d4c9fafa8': 'What one person was sent by every contractor, for a copy or a deletion.',
  // select contractor_id "contractorId", id from email_messages where lower("to") = $1 and created_at <= $2 …
  '2736e6c002efb5e3': 'What one person was sent by every contractor, for a copy or a deletion.',
  // select "id", "to" from "email_messages" where ("id" > $1 and "anonymised_at" is null) order by "id" asc limit $2
  '71bae6e528cf95c0': 'Deletions that are repeated after a restore, at every contractor.',
  // select "contractor_id", "key" from "email_messages" where (lower("to") = $1 and "status" = $2 and "settled_at" …
  f8b5d0c207df258e:
    'What one address was sent by every contractor, once the provider reports that it bounced.',
  // select contractor_id "contractorId", id from email_messages where anonymised_at is null and … settled_at < $1 …
  '5310b1bfbe5e6b35': 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from email_messages where anonymised_at is null and … settled_at < $1
  '9e3a1c821c66eacc': 'What is due by its age, at every contractor: the nightly run of retention.',
  // select * from "email_messages" where "email_messages"."id" = $1
  '20011a92112c733a':
    'Staff retry a message by its number, developers read one, and jobs of the release before know no more.',
  // with queued as materialized (select contractor_id, id from email_messages where status = 'queued') …
  '9e8e7be0c01ee2ba': 'Messages that wait without a job, at every contractor: a job.',
  // select * from "email_messages" where ("status" = $1 and "anonymised_at" is null) order by "settled_at" desc …
  '1ffb572d01544920': 'Staff look at the messages of all contractors that were given up.',
  // select count(*) from "email_messages" where ("status" = $1 and "anonymised_at" is null)
  '438a88bfce6c9c4d': 'Staff look at the messages of all contractors that were given up.',
  // the same from its end, for a late page
  cb4976e4aa11f19d: 'Staff look at the messages of all contractors that were given up.',
  // select count(*) from (select 1 from "email_messages" where "status" = 'failed' and "anonymised_at" is null limit $1)
  '696c6060022b43f0': 'What waits for staff: messages of all contractors that were given up.',
  // select * from "email_messages" where "id" in ($1) order by "settled_at" desc, "id" desc
  '12f5f457ac125784': 'Staff look at the messages of all contractors that were given up.',
  // select count(*) from (select 1 from "email_messages" where "status" = $1 limit $2)
  a9db40b96c44eeb4: 'Metrics tell how many messages wait to be sent, of all contractors.',
  // select * from "email_messages" where ("built_in_reason" is not null and "created_at" >= $1) order by …
  '9708b06b1539c04c': 'Staff look at the messages of all contractors whose template failed.',
  // select count(*) from "email_messages" where ("built_in_reason" is not null and "created_at" >= $1)
  '24e20593c02f0fc4': 'Staff look at the messages of all contractors whose template failed.',
  // select count(*) from (select 1 from "email_messages" where ("built_in_reason" is not null and …) limit $1)
  f6b65a964caccc2a: 'Staff look at the messages of all contractors whose template failed.',
  // select * from "email_messages" where "id" in ($1) order by "created_at" desc, "id" desc
  dce6ffd9cadeb72b: 'Staff look at the messages of all contractors whose template failed.',
  // select * from "email_messages" order by "email_messages"."id" desc limit $1
  f600a981e8ed1bd9: 'A developer reads what was not sent anywhere.',
  // select * from "email_messages" where position(lower($1) in lower("email_messages"."to")) > 0 order by …
  caca59241c3e5937: 'A developer reads what was not sent anywhere.',
  // UPDATE "email_messages" SET "built_in_reason" = "reason" WHERE "reason" LIKE …
  '200ea8b640d49e41': 'A migration.',
  // UPDATE "sign_ups" SET … "subscription_id" = (SELECT max(id) FROM "subscriptions" WHERE contractor_id = c.id) …
  bbdf482bf3fcd2b1: 'A migration.',
  // select * from "email_messages" where "email_messages"."key" = $1
  '0850c48fbb7c35e3': 'A test’s own.',
  // select * from "email_messages" where "email_messages"."key" like $1 order by "email_messages"."contractor_id"
  '6b1158f57503906b': 'A test’s own.',
  // select * from "email_messages"
  dd19758896c1adff: 'A test’s own.',
  // update "email_messages" set "attempts" = $1
  e3bef549f6dd014c: 'A test’s own.',
  // update "email_messages" set "attempts" = $1 where "email_messages"."key" = $2
  '7755fc10aff5824d': 'A test’s own.',
  // select * from "email_messages" where "status" = $1 and "to" = $2 order by "email_messages"."id" desc
  '3d599968674df845': 'A test’s own.',
  // select count(*)::int as count from email_messages where status = 'queued'
  '69d4dc2c3040fdab': 'A test’s own.',
  // select id, contractor_id as owner from sent_links order by id limit 400
  '3491734dd6f1fcd2': 'A test’s own.',
  // select count(*) from sent_links where anonymised_at is null and created_at < $1
  fee482f55c9c5553: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select id, contractor_id "contractorId" from sent_links where anonymised_at is null and created_at <
  '7950397ecf293e28': 'What is due by its age, at every contractor: the nightly run of retention.',
  // select * from "sent_links" where (lower("sent_links"."email") = $1 and ("anonymised_at" is null and "created_at" <= $2))
  '5d6601120d63fae3': 'A person asks for the own data, at every contractor.',
  // select * from "sent_links" where (lower("sent_links"."email") = $1 and "anonymised_at" is null)
  '798f9bb0f442332e': 'A person asks for the own data, at every contractor.',
  // select * from "customers" inner join "sent_links" … where lower("customers"."email") = $1 and "created_at" <= $2
  '86ad6725e0f4157b': 'A person asks for the own data, at every contractor.',
  // select * from "customers" inner join "sent_links" … where lower("customers"."email") = $1
  '4e1e0ec419847c40': 'A person asks for the own data, at every contractor.',
  // select "id", "email" from "sent_links" where ("sent_links"."id" > $1 and "anonymised_at" is null)
  d14b803ef28ff9a4: 'The addresses of all customers: deletions are repeated after a restore.',
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
  // select contractor_id as id from "applications" group by contractor_id having count(*) > $1 union select …
  aa7c6558e4945bff: 'Who has so many applications that they are kept counted: a nightly job.',
  // select contractor_id as id from "applications" group by contractor_id having count(*) >= $1 order by …
  '590d874edcc0f268':
    'Who has so many applications that they get an index of their own: a nightly job.',
  // select c.contractor_id as id from "counted_contractors" c where exists (… "application_count_marks" …)
  '5148de36a176c532': 'Whose days are to be counted again: a job.',
  // delete from "application_count_marks" m where not exists (… "counted_contractors" …)
  '3f0f77d6e572ea15': 'Marks of contractors who are not kept counted: a job.',
  // select id, contractor_id as owner from applications order by id limit 400
  ba61d64b5dd1896b: 'A test’s own.',
  // select id, contractor_id as owner from customers order by id limit 400
  '86fc8d044b5dfa7a': 'A test’s own.',
  // select export_id as id, asked_by as owner from application_exports
  '5cb8dc1b733ed73b': 'A test’s own.',
  // select "customers".*, "contractors"."company_name" from "customers" … where lower("customers"."email") = $1 …
  b92f8b4633f5744c: 'What is known of a person, at every contractor.',
  // select "contractor_id", "id" from "customers" where (lower("customers"."email") = $1 and …
  a71cb86e411d2f24: 'What is known of a person, at every contractor.',
  // select "contractor_id", "id" from "customers" where ((lower("customers"."email") = $1 and … "created_at" <= $2
  ae822bea1c908176: 'What is known of a person, at every contractor.',
  // select count(*) from customers c where c.anonymised_at is null and c.active_at < $1
  '4feec725925d4d7e': 'What is kept for a time, at every contractor: a nightly job.',
  // select c.id, c.contractor_id from customers c where c.anonymised_at is null and c.active_at < $1 … limit $2
  '10af19166ba5bad9': 'What is kept for a time, at every contractor: a nightly job.',
  // select id, contractor_id as owner from customer_imports order by id limit 400
  '9c44ff98c4d20ced': 'A test’s own.',
  // with given as (select … from applications where lower(email) = $1 …), own as (select * from customers …), …
  a559987e792d48b1:
    'Customers that may be the person who asks for a copy or a deletion, at every contractor.',
  // select "id", "email" from "customers" where ("customers"."id" > $1 and "anonymised_at" is null) … limit $2
  b29bb239482ef61b: 'Deletions that are repeated after a restore, at every contractor.',
  // select id, contractor_id as owner from documents order by id limit 400
  '33d9cbef77e08845': 'A test’s own.',
  // select id, contractor_id as owner from saved_items order by id limit 400
  d105c6e8bea3317f: 'A test’s own.',
  // select d.contractor_id, d.id, … "isKept" from documents d where lower(d.content -> 'customer' ->> 'email') = $1 …
  a96da47cc6b77995: 'What is known of a person, at every contractor.',
  // select … from "documents" where (lower("documents"."content" -> 'customer' ->> 'email') = $1 and …
  '60b69f2e9f2ff54f': 'What is known of a person, at every contractor.',
  // select "id", "content" -> 'customer' ->> 'email' from "documents" where ("documents"."id" > $1 and …
  '219d971e093165e4': 'Deletions that are repeated after a restore, at every contractor.',
  // select d.id, d.contractor_id from documents d where d.anonymised_at is null and d.updated_at < $1 and (…) limit $2
  '953b866f9e147fa0': 'What is kept for a time, at every contractor: a nightly job.',
  // select d.id, d.contractor_id from documents d where d.anonymised_at is null and d.updated_at < $1 and not (…) limit $2
  '22761693cf3f0e7a': 'What is kept for a time, at every contractor: a nightly job.',
  // select count(*) from documents d where d.anonymised_at is null and d.updated_at < $1 and (…)
  '340a9b6f5f42137e': 'What is kept for a time, at every contractor: a nightly job.',
  // select count(*) from documents d where d.anonymised_at is null and d.updated_at < $1 and not (…)
  '49f2752769767411': 'What is kept for a time, at every contractor: a nightly job.',
  // select distinct "document_revisions"."facts" ->> 'logoKey' from "document_revisions" inner join "documents" …
  '35f993b68de0eadd': 'The sweep of the file store knows the names of files alone.',
  // select string_agg(t::text, e' ') as all from public.lender_events t
  adde3bc8b3079b10: 'A test’s own.',
  // update applications set flags = array[$1] where id = (select application_id from offers where id = $
  '97310bebdd9414c6': 'A test’s own.',
  // insert into application_notes (…) select contractor_id, min(id), 'a note', 1, now() from applications
  '46ba44034960c694': 'A test’s own.',
  // select id, contractor_id as owner from application_notes order by id limit 400
  '4786833537efaef0': 'A test’s own.',
  // select count(*) from (select … from "text_messages" limit …)
  a6db6a8203ffacf9: 'Staff look at the texts of all contractors.',
  // select … from "application_follow_ups" where ("reminded_at" is null and "done_at" is null and "due_on" <= $1)
  b879942ae33d613b: 'Whoever wants to be reminded today, at every contractor: a daily job.',
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
  // select count(*) from (select 1 from "text_messages" where "status" = $1 limit $2) "some"
  '94dd7f3e38dd308e': 'Staff look at the texts of all contractors.',
  // select * from "text_messages" where "id" in ($1) order by "created_at" desc, "id" desc
  '575172efaeecbc46': 'Staff look at the texts of all contractors.',
  // select array[("text_messages"."created_at")::text]::text[] from "text_messages" where "id" = $1 limit $2
  '6576d1d1cf3f28eb': 'Staff look at the texts of all contractors, at the page beside a known one.',
  // select * from "text_messages" where ("created_at", "id") < ($1, $2) order by "created_at" desc, "id" desc limit $3
  '04b4266c0830551b': 'Staff look at the texts of all contractors, at the page beside a known one.',
  // the same before it
  d305b406b3e595b5: 'Staff look at the texts of all contractors, at the page beside a known one.',
  // the same of one status, after it
  '3139ffc3126320ba': 'Staff look at the texts of all contractors, at the page beside a known one.',
  // and before it
  '075d705bc5b9fecd': 'Staff look at the texts of all contractors, at the page beside a known one.',
  // select json_agg("id") … from "text_messages": the numbers that hold some digits among the newest texts
  '06ba5dc7a01c8e42': 'Staff look for a number among the texts of all contractors.',
  // select json_agg("id") … from "text_messages": the same after a known one
  '63c879157146e94d': 'Staff look for a number among the texts of all contractors.',
  // select json_agg("id") … from "text_messages": before it
  '496f5e02419d0faf': 'Staff look for a number among the texts of all contractors.',
  // select json_agg("id") … from "text_messages": of one status
  f39815822f1a41f2: 'Staff look for a number among the texts of all contractors.',
  // select json_agg("id") … from "text_messages": of one status after a known one
  '177be1edbd2e84b8': 'Staff look for a number among the texts of all contractors.',
  // select json_agg("id") … from "text_messages": before it
  '46056dbdf5f59dfb': 'Staff look for a number among the texts of all contractors.',
  // select count(*) from (select 1 from "text_messages" where "to" like $1 limit $2)
  '6044b57fdd13c039': 'Staff look for a number among the texts of all contractors.',
  // select count(*) from (select 1 from "text_messages" where "to" = $1 limit $2)
  c8429597fb507df6: 'Staff look for a number among the texts of all contractors.',
  // select * from "text_messages" where "to" = $1 order by "created_at" desc, "id" desc limit $2
  '1cc759293b2b0ef5': 'Staff look for a number among the texts of all contractors.',
  // with found as materialized (select … from "text_messages" where "to" like $1) select count(*)::int as total, …
  '73e53c32baacffec': 'Staff look for a number among the texts of all contractors.',
  // select count(*) from (select 1 from "applications" where "flags" <> '{}' and "flags_reviewed_at" is null limit $1) "some"
  '71fdea0838c4d594': 'Staff look at what is flagged, at every contractor.',
  // select "id" from "applications" where "flags" <> '{}' and "flags_reviewed_at" is null order by "started_at" desc, "id" desc limit $1 offset $2
  '995b204e51ff8594': 'Staff look at what is flagged, at every contractor.',
  // select * from "applications" inner join "co_branded_pages" … where "applications"."id" in ($1, $2)
  b67aa3d4ee993041: 'Staff look at what is flagged, at every contractor.',
  // select json_agg("id" …) from (select "id", ("flags" @> $1) as "is_match" … where "flags" <> '{}' … limit $2) "next"
  '4de7c7890917a0bc': 'Staff look at what is flagged, at every contractor.',
  // select * from "applications" inner join "co_branded_pages" … where "applications"."flags" <> '{}'
  '528c1b0c4d5e8055': 'Staff look at what is flagged, at every contractor.',
  // select * from "applications" inner join "co_branded_pages" … where "flags" <> '{}' and "flags" @> $1
  '29851bf3d284c76c': 'Staff look at what is flagged, at every contractor.',
  // select count(*) from "applications" where "flags" <> '{}' and "flags_reviewed_at" is null
  b0000907b9651b1e: 'Staff look at what is flagged, at every contractor.',
  // select count(*) from "applications" where ("applications"."flags" <> '{}' and "applications"."flags"
  f5a0e633aa1e0ad7: 'Staff look at what is flagged, at every contractor.',
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
  // select "commissions"."contractor_id" from "commissions" left join "commissions" "origin" on ("origin…
  e0191ac075489bed: 'The month’s commissions, at every contractor.',
  // select "id", "applicant_name", "email", coalesce("person_key", "email"), "completed_at", "answered_a
  '49fb7aad8bb4dd85': 'The proof of a guarantee claim lists the applications that it names.',
  // select * from "homeowner_documents" where "homeowner_documents"."file_key" in ($1, $2, $3, $4, $5, $
  e2135b98134b7e14: 'The sweep of the file store knows the names of files alone.',
  // select a.id, a.contractor_id "contractorId" from applications a where a.anonymised_at is null and a.
  ec90f4a6e90f65a3: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select a.id, a.contractor_id "contractorId" from applications a where a.anonymised_at is null and a.
  b87227826fe7e5c0: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from application_consents k where k.anonymised_at is null and k.at < $1::timestamptz
  '986f6f9146bec1a9': 'What is due by its age, at every contractor: the nightly run of retention.',
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
  '46847ac66d66de26': 'What is due by its age, at every contractor: the nightly run of retention.',
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
  // select * from "ledger_entries" where "ledger_entries"."source" = $1
  cfca7ad507a2c70b: 'A test’s own.',
  // select * from "ledger_entries" inner join "payouts" on "ledger_entries"."source" = …
  '8dee9c62cb56ca8c': 'A test’s own.',
  // select * from "ledger_entries"
  '30afa148b77edeb0': 'A test’s own.',
  // select * from "ledger_entries" where ("ledger_entries"."happened_at" >= $1 and …
  a58c34e2ecf4f539: 'The ledger is compared with the gateway, at every contractor: a nightly job.',
  // select * from "ledger_entries" where ("ledger_entries"."reference" in ($1, …) and …
  ed9d23cb82d3b69b: 'The ledger is compared with the gateway, at every contractor: a nightly job.',
  // select c.source, l.source from commissions c full join (select * from ledger_entries …
  '7bfe5e3b6d9da4b6': 'A test’s own.',
  // update "payouts" set "state" = $1, "canceled_at" = $2 where "payouts"."state" in ($3, $4)
  fcba67a0d4fa6fd0: 'A test’s own.',
  // update "payouts" set "canceled_at" = $1 where "payouts"."canceled_at" is null
  fe94457cfa921592: 'A test’s own.',
  // update "payouts" set "changed_at" = $1
  c9f4f529ea167b63: 'A test’s own.',
  // select * from "payouts" limit $1
  '5d75ebe6693e3d29': 'A test’s own.',
  // update "commissions" set "payout_id" = $1
  '4ccc67e5b70fd549': 'A test’s own.',
  // update commissions set earned_at = earned_at - interval '9 years' where earned_at > now() - interva…
  c6ec4dc500634510: 'A test’s own.',
  // select * from "commissions" where ("commissions"."payout_id" is null and case when "commissions"."a…
  ec21ed55b90ac5f9:
    'Who is owed something, at every contractor: payouts are prepared by the clock.',
  // select distinct "contractor_id" from "payouts" where ("payouts"."state" in ($1, $2) and "payouts"."…
  '77efd005e575c469':
    'Whose payouts are to be examined, at every contractor: by the clock, and before staff look at them.',
  // select * from "payouts" where ("payouts"."state" = $1 and "payouts"."run_id" is null) order by "pay…
  fd2328903053d1a5: 'A run pays contractors all over.',
  // select "run_id", count(distinct "contractor_id"), count("returned_at") from "payouts" where "payout…
  '953277fb4f1546ab': 'A run pays contractors all over.',
  // select * from "payouts" where "payouts"."run_id" = $1
  e68a83fe3b51e77e: 'A test’s own.',
  // select * from "payouts" where "payouts"."id" = $1
  '6d831e4f05441427': 'Staff name a payout by its number alone.',
  // select distinct contractor_id id from payouts where state in ('held', 'due') and true and (examined…
  '4ce4f7150d3abe1c':
    'Whose payouts are to be examined, at every contractor: by the clock, and before staff look at them.',
  // select * from "payouts" where ("payouts"."state" = $1 and "payouts"."run_id" is null) order by "pay…
  df58e764ad40b06c: 'Staff look at the payouts of all contractors.',
  // select count(*), sum("amount_cents") from "payouts" where ("payouts"."state" = $1 and "payouts"."ru…
  '02ab50402a7e42f5': 'Staff look at the payouts of all contractors.',
  // select count(*) from "payouts" where ("payouts"."state" = $1 and "payouts"."run_id" is null)
  '9b4ba93773442b3b': 'What waits for staff: payouts of all contractors that are due.',
  // select count(*) from "payouts" where "payouts"."state" = $1
  '15c408f66d4730f7': 'Staff look at the payouts of all contractors.',
  // select * from "payouts" where "payouts"."run_id" = $1 order by "payouts"."id" asc
  e6cb5cd66675e506: 'A run pays contractors all over.',
  // update "payouts" set "state" = $1, "paid_at" = $2 where ("payouts"."run_id" = $3 and "payouts"."sta…
  '679679c6f9460342': 'A run pays contractors all over.',
  // update "payouts" set "canceled_at" = $1
  '97ec46899bdbac9e': 'A test’s own.',
  // update "payouts" set "run_id" = $1, "prepared_cents" = $2, "prepared_details" = $3 where "payouts".…
  d5120ce4fb0f1e2d: 'A run pays contractors all over.',
  // select o.id, o.contractor_id "contractorId" from offers o where ((o.funded_at >= ($1::timestamp at…
  '45d0d77e3d759547': 'The month’s commissions, at every contractor.',
  // select distinct o.application_id as id, o.contractor_id "contractorId" from offers o where o.kind =…
  '9dc551d5a4eea6c8': 'The month’s commissions, at every contractor.',
  // select * from "commissions" order by "commissions"."id"
  '9cf94248d80e3769': 'A test’s own.',
  // select count(*)::int as rows, coalesce(sum(amount_cents), 0)::float as cents from commissions
  c1da5e2fa90c7b16: 'A test’s own.',
  // select * from "commissions" where ("commissions"."friend_id" = $1 and "commissions"."type" = $2) or…
  bf8b3ecc83164cd7: 'A friend is paid for once, whoever referred the friend or was the partner.',
  // select friend_id "friendId", sum(amount_cents) cents from commissions where true and friend_id = an…
  '5a0653e40260c1ce': 'A friend is paid for once, whoever referred the friend or was the partner.',
  // select * from "payouts" order by "payouts"."month" asc, "payouts"."id" asc limit $1
  abe12ae44bd8632d: 'Staff look at the payouts of all contractors.',
  // select count(*), sum("amount_cents") from "payouts"
  '20a67c1727efcf43': 'Staff look at the payouts of all contractors.',
  // select * from "payouts" where "payouts"."run_id" = $1 order by "payouts"."month" asc, "payouts"."id…
  '6d788095381ae219': 'Staff look at the payouts of all contractors.',
  // select count(*), sum("amount_cents") from "payouts" where "payouts"."run_id" = $1
  '3b5572c46b548628': 'Staff look at the payouts of all contractors.',
  // update "payouts" set "canceled_at" = $1 where "payouts"."id" = $2
  '0140bf9ceb40fb6e': 'A test’s own.',
  // select * from "payouts" where ("payouts"."changed_at" >= $1 and "payouts"."state" in ($2, $3, $4))…
  '5ba66a5dc75caec7': 'Staff are told what has changed of the payouts of all contractors.',
  // select * from "commissions" where "commissions"."payout_id" in ($1)
  e0fae4eaeeb26c45: 'A test’s own.',
  // select * from "commissions" where "commissions"."payout_id" is null
  be2f1dd5a21a640b: 'A test’s own.',
  // select * from "payouts" where "payouts"."state" = $1 order by "payouts"."month" asc, "payouts"."id"…
  '623e2f293cee7c68': 'Staff look at the payouts of all contractors.',
  // select count(*), sum("amount_cents") from "payouts" where "payouts"."state" = $1
  cdb6a0d3944019ed: 'Staff look at the payouts of all contractors.',
  // update commissions set earned_at = (earned_at at time zone 'UTC' - interval '9 years') at time zone…
  '7d3d36021c396249': 'A test’s own.',
  // select a.id, a.contractor_id "contractorId" from applications a where a.anonymised_at is null and a…
  bf1d955f4d4f1485: 'What is due by its age, at every contractor: the nightly run of retention.',
  // select count(*) from applications a where a.anonymised_at is null and a.completed_at is not null an…
  '039c57c3bbef4183': 'What is due by its age, at every contractor: the nightly run of retention.',
  // select c.source, l.source from commissions c full join (select * from ledger_entries where account…
  '7541d7d77f5d22a6': 'A test’s own.',
  // select * from "commissions" left join "commissions" "origin" on ("origin"."contractor_id" = "commis…
  d7cf4ae7479447ba:
    'Who is owed something, at every contractor: payouts are prepared by the clock.',
  // select * from "ledger_entries" inner join "payouts" on "ledger_entries"."contractor_id" = "payouts"…
  ef8d3ff45a0dd59e: 'A test’s own.',
  // select a.id from applications a where a.contractor_id = $1 and a.id = any($2::bigint[]) and a.anony…
  '3b415320aafe8210':
    'What holds an application back is looked for among all that is held: the nightly run of retention.',
  // select * from "payments" where "payments"."id" = $1
  '667eeddda1e73fe7': 'Staff, and jobs of an older version, name a payment by its number alone.',
  // select * from "refunds" where ("refunds"."state" = $1 and "refunds"."gateway" = $2 and "refunds"."s…
  c908002078c89944: 'What the gateway has not answered, at every contractor: the job that settles.',
  // select * from "subscriptions" where ("subscriptions"."next_billing_at" is not null and "subscriptio…
  '7e916af0cebab96d':
    'What is due at every contractor: subscriptions are billed and renewed by the clock.',
  // select * from "subscriptions" where ("subscriptions"."cancel_at_term_end" = $1 and "subscriptions".…
  d8a91a7166204103:
    'What is due at every contractor: subscriptions are billed and renewed by the clock.',
  // select * from "payments" where ("payments"."next_try_at" <= $1 and "payments"."voided_at" is null a…
  '93e89fd4914b06a0':
    'What is due at every contractor: subscriptions are billed and renewed by the clock.',
  // select * from "payment_attempts" where ("payment_attempts"."gateway" = $1 and ("payment_attempts"."…
  ec6addf46e8de95a:
    'A charge from before charges said whose they are, or a refund that names the charge alone.',
  // select * from "refunds" where ("refunds"."gateway" = $1 and "refunds"."refund_id" = $2)
  f3626d9c819ad16b: 'The gateway names its own id alone: a refund, a customer or a card.',
  // select * from "gateway_customers" where ("gateway_customers"."gateway" = $1 and "gateway_customers"…
  '8dc9495a50cd6ee2': 'The gateway names its own id alone: a refund, a customer or a card.',
  // update "cards" set "replaced_at" = $1 where ("cards"."gateway" = $2 and "cards"."payment_method_id"…
  e53a078f6b57a370: 'The gateway names its own id alone: a refund, a customer or a card.',
  // select * from "subscriptions" where ("subscriptions"."state" in ($1, $2) and "subscriptions"."cance…
  bebaab0b1a7c564b:
    'What is due at every contractor: subscriptions are billed and renewed by the clock.',
  // UPDATE "commissions" c SET "takes_back_id" = o."id" FROM "commissions" o WHERE c."amount_cents" < 0…
  cbd90dedf6486899: 'A migration.',
  // select * from "disputes" inner join "contractors" on … inner join "payments" on … order by …
  '99ffec798586088f': 'Staff look at the disputes of all contractors.',
  // the same of one state
  ba364b12dd938c77: 'Staff look at the disputes of all contractors.',
  // select count(*) from "disputes"
  '005c0022d1bc32a1': 'Staff look at the disputes of all contractors.',
  // select count(*) from "disputes" where "disputes"."state" = $1
  '494d93330a11192d': 'Staff look at the disputes of all contractors.',
  // select * from "payment_attempts" where ("payment_attempts"."idempotency_key" in ($1) and "payment_a…
  '5843e00d54097cc3':
    'The ledger is compared with the gateway, at every contractor: a nightly job.',
  // select * from "guarantee_claims" order by "guarantee_claims"."state" = 'open' desc, "guarantee_clai…
  '1d9ae69b1350addc':
    'Staff look at the claims of all contractors, and name one by its number alone.',
  // select * from "guarantee_claims" where "guarantee_claims"."state" = $1 order by …
  c03228f2d5bebd97: 'Staff look at the open claims of all contractors.',
  // select count(*) from "guarantee_claims"
  bdf913a523005177:
    'Staff look at the claims of all contractors, and name one by its number alone.',
  // select count(*) from "guarantee_claims" where "guarantee_claims"."state" = $1
  f1bebc1c8f53e178:
    'Staff look at the claims of all contractors, and name one by its number alone.',
  // select * from "guarantee_claims" where "guarantee_claims"."id" = $1
  '7d313903922bcfb0':
    'Staff look at the claims of all contractors, and name one by its number alone.',
  // update "payments" set "voided_at" = $1 where "payments"."id" = $2
  d25c61e060d4bc60: 'A test’s own.',
  // update "payments" set "state" = $1, "failure_message" = $2, "next_try_at" = $3 where "payments"."id…
  a0168c6c5c8841f4: 'A test’s own.',
  // update "payments" set "state" = $1 where "payments"."id" = $2
  '508673327308af3c': 'A test’s own.',
  // select * from "payment_attempts" where "payment_attempts"."payment_id" = $1
  dd8dd1046de416c3: 'A test’s own.',
  // select * from "cards" inner join "subscriptions" on ("subscriptions"."contractor_id" = "cards"."con…
  '9e37d2473f469402': 'Cards that are about to expire, at every contractor: a daily job.',
  // update payments set refunded_cents = refunded_cents + $1 where id = $2
  '73751530d106ed8c': 'A test’s own.',
  // select exists (select 1 from "cards" c where to_jsonb(c)::text ~ '5555555555554444|"987"') or exist…
  '42293f7b8c473079': 'A test’s own.',
  // update "payments" set "state" = $1, "next_try_at" = $2 where "payments"."id" = $3
  bda5efb700a7a410: 'A test’s own.',
  // select count(*), min("subscriptions"."term_end") filter (where not "subscriptions"."cancel_at_term_…
  b161cb81c58273ae: 'Staff see how many contractors a plan has.',
  // update "payments" set "refunded_cents" = $1 where "payments"."id" = $2
  '687fe7ee7cc7fd91': 'A test’s own.',
  // select * from "payment_attempts" left join "gateway_customers" on ("gateway_customers"."contractor_…
  d8bfa8a7ded1f90d: 'What the gateway has not answered, at every contractor: the job that settles.',
  // select a.id, a.contractor_id "contractorId", a.applicant_name "personName", array_to_json(array_rem…
  '30c139d0a6baa02c': 'What one person has at every contractor, for a copy or a deletion.',
  // update payment_attempts set intent_id = 'intent_' || id::text where intent_id is null
  '6c385d69683989fe': 'A test’s own.',
  // select id, contractor_id as owner from payments order by id limit 400
  f3cec7bc196dafcc: 'A test’s own.',
  // select intent_id as id, contractor_id as owner from payment_attempts where intent_id is not null or…
  '4fe274d6c5ef616d': 'A test’s own.',
  // select * from "payments"
  '8c790253537307f2': 'A test’s own.',
  // select min(at)::text as next from ( select min(next_billing_at) as at from subscriptions where stat…
  a223d19afb759950: 'The demonstration’s own.',
  // select id from payments where voided_at is null and next_try_at <= $1::timestamptz order by id
  ef610d5624f39749: 'The demonstration’s own.',
  // select * from "subscriptions"
  '6dd46f424767c9bf': 'A test’s own.',
  // select * from "payments" order by "payments"."id" asc
  '0c3b7820498d672b': 'A test’s own.',
  // select * from "audit_log" order by "audit_log"."at" desc, "audit_log"."id" desc limit $1
  e32b5347606854c5: 'Staff read the audit log of all contractors.',
  // select count(*)::int from (select 1 as "one" from "audit_log" limit $1) "some"
  '0631c19b4c909e9e': 'Staff read the audit log of all contractors.',
  // select * from "audit_log" where "audit_log"."id" = $1
  '5c2b5a71ca07667d': 'Staff read the audit log of all contractors.',
  // select * from "audit_log" where "audit_log"."action" in ($1, $2, $3, $4) order by "audit_log"."at" d
  '35c704157dd855fe': 'Staff read the audit log of all contractors.',
  // select count(*)::int from (select 1 as "one" from "audit_log" where "audit_log"."action" in ($1, $2,
  '6558cce871797e33': 'Staff read the audit log of all contractors.',
  // select * from "audit_log" where ("audit_log"."at" >= ($1::timestamp at time zone $2) and "audit_log"
  '1c33edabed67e024': 'Staff read the audit log of all contractors.',
  // select count(*)::int from (select 1 as "one" from "audit_log" where ("audit_log"."at" >= ($1::timest
  '5920b87b83d739ef': 'Staff read the audit log of all contractors.',
  // select * from "audit_log" where ("audit_log"."at" >= ($1::timestamp at time zone $2) and "audit_log"
  '612eef2c1b628aab': 'Staff read the audit log of all contractors.',
  // select count(*)::int from (select 1 as "one" from "audit_log" where ("audit_log"."at" >= ($1::timest
  b363355d9da8a6b7: 'Staff read the audit log of all contractors.',
  // select * from "audit_log" where ("audit_log"."at" >= ($1::timestamp at time zone $2) and "audit_log"
  f0d1d260035bef8c: 'Staff read the audit log of all contractors.',
  // select count(*)::int from (select 1 as "one" from "audit_log" where ("audit_log"."at" >= ($1::timest
  '3e98a4836101c50c': 'Staff read the audit log of all contractors.',
  // select * from "audit_log" where ("audit_log"."entity_id" in ($1, $2) and ("audit_log"."entity_id" in
  '91eea845fc9deb1f': 'Staff read the audit log of all contractors.',
  // select count(*)::int from (select 1 as "one" from "audit_log" where ("audit_log"."entity_id" in ($1,
  '19a28036e9260e99': 'Staff read the audit log of all contractors.',
  // select * from "audit_log" where "audit_log"."actor_id" = $1 order by "audit_log"."at" desc, "audit_l
  '36e03f41f600072e': 'Staff read the audit log of all contractors.',
  // select count(*)::int from (select 1 as "one" from "audit_log" where "audit_log"."actor_id" = $1 limi
  a46ebf412d5643a6: 'Staff read the audit log of all contractors.',
  // select * from "audit_log" where ("audit_log"."action" like $1 and "audit_log"."entity_id" = $2) orde
  '1f20eea487c4f5ab': 'A test’s own.',
  // select * from "audit_log" where "audit_log"."action" = $1 order by "audit_log"."id" desc limit $2
  bde951a5931b1704: 'A test’s own.',
  // select a.id, a.contractor_id "contractorId", a.applicant_name "personName" from applications a where
  '360dfb638450ee6f': 'What one person has at every contractor, for a copy or a deletion.',
  // select a.id from applications a where lower(a.email) = $1 and a.anonymised_at is null and a.started_
  ffcbd9a1676f483f: 'What one person has at every contractor, for a copy or a deletion.',
  // select a.id from applications a where lower(a.email) = $1 and a.anonymised_at is null and a.started_
  e96f2406e4797700: 'What one person has at every contractor, for a copy or a deletion.',
  // select a.id from applications a where lower(a.email) = $1 and a.anonymised_at is null and a.started_
  '4405c92affd60123': 'What one person has at every contractor, for a copy or a deletion.',
  // select * from "audit_log"
  acc72dad6adbf1e5: 'A test’s own.',
  // select * from "audit_log" where entity = 'plan' and entity_id = $1
  '4f0336f511d666bb': 'A test’s own.',
  // select "id", to_char("at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), "actor_id", "user_id
  '5a328044c279542a':
    'The chain of the audit log goes over the entries of all contractors: a job, and a check by operators.',
  // select * from "audit_log" where "audit_log"."id" > $1 order by "audit_log"."id" asc limit $2
  '6d82c63d7eb2f5c4':
    'The chain of the audit log goes over the entries of all contractors: a job, and a check by operators.',
  // select id from audit_log where id = any($1::bigint[])
  c3631b432ffe7beb:
    'The chain of the audit log goes over the entries of all contractors: a job, and a check by operators.',
  // -- Names from before, which the audit log knows. One that several pages had leads to the page that h
  '9243b1698eceeffc': 'A migration.',
  // INSERT INTO "audit_unchained" ("entry_id") SELECT id FROM audit_log;
  e9bac42fe3962909: 'A migration.',
  // select * from "audit_log" where ("audit_log"."entity" = $1 and "audit_log"."entity_id" = $2 and "aud
  c7d08660ba2b66bd:
    'What a setting held before somebody else saved it: staff save settings while they look at any contractor.',
  // select * from "audit_log" where "audit_log"."entity" = $1
  '3c27f17705a53886': 'A test’s own.',
  // select * from "audit_log" where "audit_log"."action" = $1 order by "audit_log"."id" desc
  '905d4638ddd4789d': 'A test’s own.',
};
