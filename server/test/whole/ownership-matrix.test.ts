import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@lintel/contract/all';
import { documentContent } from '@lintel/contract/documents/content';
import { anyContractor, ownerRules } from '@lintel/contract/core/owner';
import type { Caller } from '../../src/platform/http/caller.ts';
import { actors } from '../access-matrix.ts';
import { createTestApp, TestClient, type TestApp } from '../app.ts';
import {
  formatOwners,
  idRulesOf,
  idsFor,
  promisedStatus,
  readWorld,
  saidWith,
  type Besides,
  type World,
} from '../ownership-matrix.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.deps.database;
  for (const email of ['admin@demo.test', 'support@demo.test'])
    await (await new TestClient(app.app).signIn(email)).post('/manage/contractors/views', view);
  await db.execute(
    `insert into users (kind, contractor_id, email, firstname, lastname, team_access, created_at)
     values ('team', 104, 'helper@demo.test', 'Helen', 'Per', 'Full', now())`,
  );
  await db.execute(
    `insert into passkeys (user_id, name, credential_id, public_key, counter, synced, session_id, created_at)
     select id, 'Key', 'key-of-' || id, '', 0, false, gen_random_uuid(), now() from users where id in (12, 13)`,
  );
  await db.execute(
    "update payment_attempts set intent_id = 'intent_' || id::text where intent_id is null",
  );
  await db.execute(
    `insert into application_exports (contractor_id, export_id, asked_by, asked_at, format, file_name, asked, state, rows, expires_at)
     select contractor_id, gen_random_uuid(), id, now(), 'csv', 'applications.csv', '{}', 'failed', 1, now() + interval '1 day'
     from users where contractor_id is not null`,
  );
  for (const contractorId of [101, 102]) {
    await db.execute(`insert into documents (contractor_id, kind, content, created_at, updated_at)
      values (${contractorId}, 'estimate', '${draft}', now(), now())`);
    await db.execute(`insert into saved_items (contractor_id, description, unit_price_cents, is_taxable, updated_at)
      values (${contractorId}, 'Ridge vent', 1425, true, now())`);
  }
  await db.execute(
    `with one as (insert into customers (contractor_id, name, origin, created_at, updated_at, active_at)
       values (102, 'Ann Lee', 'hand', now(), now(), now()) returning contractor_id, id)
     insert into sent_links (contractor_id, customer_id, page_id, channel, language, name, created_at, expires_at, send_state)
     select contractor_id, id, 1, 'qr', 'en', 'Ann Lee', now(), now() + interval '90 days', 'sent' from one`,
  );
  // An application that another lender got.
  await db.execute(
    `insert into application_lenders (contractor_id, application_id, lender_id, state, sent_at)
     select contractor_id, max(id), 1, 'sent', now() from applications
     where contractor_id = 101 and completed_at is not null group by contractor_id on conflict do nothing`,
  );
  // A note on an application of each contractor that has one.
  await db.execute(
    `insert into application_notes (contractor_id, application_id, text, author_id, at)
     select contractor_id, min(id), 'A note', 1, now() from applications group by contractor_id`,
  );
  await db.execute(
    `with one as (insert into sessions (id, user_id, created_at, last_seen_at, ended_at, user_agent)
       select gen_random_uuid(), id, now(), now(), now(), '' from users where contractor_id is not null
       returning id, user_id)
     insert into push_devices (contractor_id, user_id, session_id, subscription, endpoint_hash, user_agent, kinds, added_at)
     select contractor_id, user_id, one.id, '', '', '', '{offers}', now() from one join users on users.id = user_id`,
  );
  world = await readWorld(db);
});
afterAll(() => app.close());

const draft = JSON.stringify(documentContent.parse({}));
const view = { name: 'Mine', filters: {}, columns: ['email'], order: '+email' };
const email = 'somebody@example.test';

/** A call's input besides its ids, if the ids are in its body, or if its query needs more. */
const besides: Besides = {
  'billing.save-card': { query: { mode: 'create' } },
  'billing.payments': { query: { page: '1', limit: '5' } },
  'marketing.mail-banner': { body: { email, width: 300, height: 250 } },
  'marketing.banner': { query: { width: '300', height: '250' } },
  'billing.pay-all-failed': { body: { amount: 1 } },
  'invoices.mail-link': { body: { email } },
  'invoices.price': {
    body: {
      docType: 'invoice',
      fullName: 'Ann Lee',
      submittedOn: '2026-01-31',
      numberPrice: '1',
      products: [{ name: 'Roof', price: 1, quantity: 1, total: 1 }],
    },
  },
  'links.send': { body: { channel: 'qr', name: 'Ann Lee', phone: '5125550147' } },
  'links.preview': { body: { channel: 'qr' } },
  'training.ask-question': { body: { question: 'Why?' } },
  'training.set-stat-video': {
    body: { videoId: 1, videoStatus: 'started', videoTime: 1, videoDuration: 2 },
  },
};

const owned = allEndpoints.filter((spec) => idRulesOf(spec).length > 0);

/** Every row that names a contractor, except rows that the calls themselves create. */
async function fingerprint(): Promise<Record<string, string>> {
  const { pool } = app.deps.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'contractor_id' and table_schema = 'public' and table_name <> 'audit_log'
     order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of [...tables, { name: 'contractors' }]) {
    const { rows } = await pool.query<{ sum: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
    );
    sums[name] = rows[0]?.sum ?? '';
  }
  return sums;
}

async function callerOf(client: TestClient): Promise<Caller | null> {
  const claim =
    client.switchedInto === null ? null : { by: 'header' as const, userId: client.switchedInto };
  return app.composed.guards.sessions.read(client.cookies, claim, '127.0.0.1');
}

test.each(actors)(
  "$name can't access others' rows by id, and gets errors for missing and malformed ids",
  async ({ email: who, into }) => {
    const client = new TestClient(app.app);
    if (who !== null) await client.signIn(who);
    if (into !== null) await client.switchInto(into);
    const caller = await callerOf(client);
    const before = await fingerprint();
    const wrong: string[] = [];
    let asked = 0;
    for (const spec of owned) {
      for (const rule of idRulesOf(spec)) {
        for (const { kind, id } of idsFor(rule, caller, world)) {
          const said = saidWith(spec, { rule, id }, { caller, world, besides });
          const promised = promisedStatus(spec, said, { caller, world });
          // Calls that the declaration allows are tested in the domains.
          if (promised === null) continue;
          const path = spec.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
            encodeURIComponent(String(said.params[name])),
          );
          const query = new URLSearchParams(
            Object.entries(said.query).map(([name, value]) => [name, String(value)]),
          );
          const answer = await client.call(
            spec.method,
            `${path}?${query.toString()}`,
            spec.method === 'POST' ? { payload: said.body } : {},
          );
          asked += 1;
          if (answer.statusCode !== promised)
            wrong.push(
              `${spec.name} with ${kind} ${rule.at.field} ${id}: ${promised} promised, ${answer.statusCode} ${answer.body.slice(0, 120)}`,
            );
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(200);
    expect(await fingerprint()).toEqual(before);
  },
  120_000,
);

test("the owners of each endpoint's ids match the reviewed list", async () => {
  await expect(formatOwners(allEndpoints)).toMatchFileSnapshot(
    '../../../docs/reference/ownership.md',
  );
});

test('only staff can use endpoints that accept any contractor', () => {
  const named = allEndpoints.filter(({ owner }) => ownerRules(owner).includes(anyContractor));
  expect(named.length).toBeGreaterThan(20);
  for (const { name, access } of named) expect([name, access.kind]).toEqual([name, 'staff']);
});
