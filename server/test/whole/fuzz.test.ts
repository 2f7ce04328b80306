import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@lintel/contract/all';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { createTestApp, signedInAs, visitor, type TestApp, type TestClient } from '../app.ts';
import { isAll } from '../sample.ts';

let app: TestApp;
let clients: TestClient[];
beforeAll(async () => {
  app = await createTestApp();
  clients = [
    visitor(app),
    await signedInAs(app, 'free@demo.test'),
    await (await signedInAs(app, 'admin@demo.test')).switchInto(11),
  ];
  // The first read creates it; later reads change nothing.
  await clients[1]?.get('/contractor/104/refer');
  await clients[2]?.get('/contractor/101/refer');
});
afterAll(() => app.close());

const requests = isAll ? 20_000 : 800;
/** The same requests each time; set FUZZ_SEED for others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

/**
 * Ends the sessions under test, is limited by address on purpose, or accepts an empty body, a
 * single boolean, or a template with any text: these have their own tests.
 */
const left = new Set([
  'identity.logout',
  'identity.authenticate',
  'identity.switch',
  'identity.switch-back',
  'identity.refresh',
  'identity.send-confirmation',
  'contractors.accept-agreement',
  'billing.save-sign-up-settings',
  'marketing.update-social-template',
]);
const endpoints = allEndpoints.filter(({ name }) => !left.has(name));

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e309',
    '99999999999999999999',
    'null',
    'NaN',
    '\u0000',
    '\uD800',
    '%',
    '%00',
    "'; drop table users; --",
    '../../etc/passwd',
    '[object Object]',
    '__proto__',
    '{{7*7}}',
    '<script>',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer().map(String),
);
const value = fc.oneof(
  nasty,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(nasty, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 8 }), nasty, { maxKeys: 3 }),
  fc.constant('x'.repeat(20_000)),
);

const fieldNames = (spec: EndpointSpec, part: 'query' | 'body'): string[] => {
  const schema = spec[part] as { shape?: object } | undefined;
  return [
    ...Object.keys(schema?.shape ?? {}),
    'constructor',
    'filters[searchText]',
    'started[gte]',
    'unknown',
  ];
};

const specs = new Map(endpoints.map((spec) => [spec.name, spec]));
const specOf = (name: string): EndpointSpec => specs.get(name) as EndpointSpec;

const request = fc.constantFrom(...specs.keys()).chain((name) =>
  fc.record({
    name: fc.constant(name),
    client: fc.constantFrom(0, 1, 2),
    params: fc.array(fc.oneof(nasty, fc.constantFrom('101', '102', '104')), {
      minLength: 2,
      maxLength: 2,
    }),
    query: fc.dictionary(fc.constantFrom(...fieldNames(specOf(name), 'query')), nasty, {
      maxKeys: 4,
    }),
    body: fc.dictionary(fc.constantFrom(...fieldNames(specOf(name), 'body')), value, {
      maxKeys: 6,
    }),
    raw: fc.option(
      fc.constantFrom(
        '{',
        '[]',
        '"text"',
        '{"a":',
        '\u0000',
        '{"__proto__":{"a":1}}',
        'a[b][c][d][e][f]=1',
      ),
      {
        freq: 6,
      },
    ),
    type: fc.constantFrom(
      'application/json',
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/json; charset=nonsense',
    ),
  }),
);

/** Percent-encoded like a client, including lone surrogates. */
const encode = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
};

/** Row counts and checksums of the tables that a request could change. */
async function fingerprint(): Promise<string> {
  const tables = [
    'users',
    'contractors',
    'co_branded_pages',
    'offers',
    'lender_events',
    'role_privileges',
    'email_events',
    'email_templates',
    'unsubscribers',
    'notification_preferences',
    'settings',
  ];
  const sums = tables.map(
    (name) =>
      `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t)`,
  );
  const { rows } = await app.deps.database.pool.query<{ all: string }>(
    `select concat_ws(',', ${sums.join(', ')}) as all`,
  );
  return rows[0]?.all ?? '';
}

test('generated requests get no 5xx and change nothing', async () => {
  const before = await fingerprint();
  await fc.assert(
    fc.asyncProperty(request, async ({ name, client, params, query, body, raw, type }) => {
      const spec = specOf(name);
      let next = 0;
      const path = spec.path.replace(/\{\w+\}/g, () => encode(params[next++] ?? ''));
      const search = Object.entries(query).map(([name, text]) => `${encode(name)}=${encode(text)}`);
      const payload =
        spec.method === 'GET'
          ? {}
          : { payload: raw ?? JSON.stringify(body), headers: { 'content-type': type } };
      const answer = await clients[client]?.call(
        spec.method,
        `${path}?${search.join('&')}`,
        payload,
      );
      if (answer && answer.statusCode >= 400 && answer.body.startsWith('{'))
        expect(answer.json()).toHaveProperty('error');
      expect(answer?.statusCode, `${spec.method} ${path} ${answer?.body}`).toBeLessThan(500);
    }),
    { numRuns: requests, seed },
  );
  expect(await fingerprint()).toBe(before);
}, 300_000);
