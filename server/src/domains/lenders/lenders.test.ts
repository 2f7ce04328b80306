import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Lender } from '@lintel/contract/lenders/lender';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { isSigned } from '../../platform/crypto/secrets.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const form = (change: object = {}) => ({
  name: 'Keystone Home Credit',
  connection: 'webhook',
  url: 'https://lender.example/v1',
  ...change,
});
const add = async (change: object = {}): Promise<Lender> =>
  (await admin.post('/manage/lenders', form(change))).json().lender;
const read = async (id: number): Promise<Lender> =>
  (await admin.get(`/manage/lenders/${id}`)).json();
const list = async (query = ''): Promise<Lender[]> =>
  (await admin.get(`/manage/lenders?${query}`)).json().data;

describe('lenders', () => {
  test('a new lender is paused, and keeps every field', async () => {
    const rules = {
      legalName: 'Keystone Home Credit, LLC',
      nmlsId: '123456',
      phone: '5035550142',
      contactEmail: 'it@lender.example',
      networks: ['203.0.113.0/24', '2001:db8::/32'],
      products: ['heloc', 'loan'],
      states: ['OR', 'CO'],
      minAmount: 2500,
      maxAmount: 75_000,
      creditBands: ['good', 'excellent'],
      projects: ['Roofing'],
      terms: [120, 60, 60],
      minApr: 7.995,
      maxApr: 19.9,
      planIds: [3],
      needsMerchantNumber: true,
      mode: 'ordered',
      answerMinutes: 15,
      hours: { days: [5, 1], from: '08:30', until: '17:00' },
      commissionPercent: 1.25,
    };
    const made = await add(rules);
    expect(made).toMatchObject({
      ...rules,
      // Lists are stored in the order in which screens show them.
      products: ['loan', 'heloc'],
      states: ['CO', 'OR'],
      creditBands: ['excellent', 'good'],
      terms: [60, 120],
      hours: { days: [1, 5], from: '08:30', until: '17:00' },
      status: 'paused',
      reason: 'New',
      version: 1,
    });
    expect(await read(made.id)).toEqual(made);
  });

  test.each([
    ['url', { url: 'http://lender.example' }],
    ['url', { url: 'https://user:pass@lender.example' }],
    ['url', { url: '' }],
    ['maxAmount', { minAmount: 10, maxAmount: 5 }],
    ['maxApr', { minApr: 9, maxApr: 8 }],
    ['networks.0', { networks: ['lender.example'] }],
    ['hours.until', { hours: { days: [1], from: '10:00', until: '09:00' } }],
    ['nmlsId', { nmlsId: '12a' }],
    ['name', { name: ' ' }],
  ])('rejects a wrong %s, and names the field', async (field, change) => {
    const answer = await admin.post('/manage/lenders', form(change));
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });

  test('a stale editor gets a conflict and changes nothing', async () => {
    const { id, version } = await add({ name: 'Stale' });
    expect(
      (await admin.post(`/manage/lenders/${id}`, { ...form({ name: 'One' }), version })).statusCode,
    ).toBe(200);
    const late = await admin.post(`/manage/lenders/${id}`, { ...form({ name: 'Two' }), version });
    expect([late.statusCode, late.json().error]).toEqual([409, 'conflict']);
    expect((await read(id)).name).toBe('One');
  });

  test('pausing, resuming, archiving, and restoring are recorded', async () => {
    const { id } = await add({ name: 'States' });
    const post = async (what: string, body: object = {}) =>
      (await admin.post(`/manage/lenders/${id}/${what}`, body)).json().lender.status;
    expect(await post('resume')).toBe('active');
    expect(await post('pause', { reason: 'Holiday' })).toBe('paused');
    expect((await read(id)).reason).toBe('Holiday');
    expect(await post('archive', { archived: true })).toBe('archived');
    expect((await list()).some((one) => one.id === id)).toBe(false);
    expect((await list('filters[status]=archived')).map((one) => one.id)).toContain(id);
    expect(await post('archive', { archived: false })).toBe('paused');
    const { rows } = await app.deps.database.pool.query(
      `select action from audit_log where entity = 'lender' and entity_id = $1 order by id`,
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'lender.created',
      'lender.resumed',
      'lender.paused',
      'lender.archived',
      'lender.restored',
    ]);
  });

  test('the order needs every lender exactly once', async () => {
    const ids = (await list('limit=100')).map(({ id }) => id);
    const reversed = ids.toReversed();
    expect((await admin.post('/manage/lenders/order', { ids: reversed })).statusCode).toBe(200);
    expect((await list('limit=100')).map(({ id }) => id)).toEqual(reversed);
    for (const wrong of [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), 99_999]])
      expect((await admin.post('/manage/lenders/order', { ids: wrong })).statusCode).toBe(409);
  });

  test('staff without the privilege, and contractors, get no lenders', async () => {
    for (const name of ['support@demo.test', 'payer@demo.test', 'pro@demo.test']) {
      const other = await signedInAs(app, name);
      expect((await other.get('/manage/lenders')).statusCode).toBe(403);
      expect((await other.post('/manage/lenders', form())).statusCode).toBe(403);
    }
  });
});

describe('connections', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  /** A lender's server on this machine that answers `status`. */
  async function listen(status: () => number) {
    const calls: { request: IncomingMessage; body: string }[] = [];
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        calls.push({ request, body });
        response.writeHead(status(), { location: 'https://elsewhere.example' }).end('ok');
      });
    });
    await new Promise<void>((done) => void server?.listen(0, '127.0.0.1', done));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an object as its address
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/v1/`, calls };
  }
  const rotate = async (id: number, overlapHours = 24): Promise<string> =>
    (await admin.post(`/manage/lenders/${id}/secrets`, { overlapHours })).json().secret;
  const signedWith = (
    secret: string,
    { request, body }: { request: IncomingMessage; body: string },
  ) => isSigned(secret, body, request.headers['lintel-signature']?.toString(), new Date());

  test('a test call is signed with each secret while one replaces another', async () => {
    const { url, calls } = await listen(() => 204);
    const { id } = await add({ name: 'Signed', url });
    const unsigned = (await admin.post(`/manage/lenders/${id}/test`)).json();
    expect(unsigned).toMatchObject({ ok: false, status: null });
    expect(unsigned.problem).toMatch(/no signing secret/);
    const first = await rotate(id);
    const second = await rotate(id, 1);
    expect((await admin.post(`/manage/lenders/${id}/test`)).json()).toMatchObject({
      ok: true,
      status: 204,
      problem: '',
    });
    const [call] = calls;
    expect(call?.request.url).toBe('/v1/test');
    expect(call?.request.headers['lintel-version']).toBe('1');
    expect([first, second, 'another'].map((one) => call && signedWith(one, call))).toEqual([
      true,
      true,
      false,
    ]);
    app.clock.pass(3601);
    admin = await signedInAs(app, 'admin@demo.test');
    await admin.post(`/manage/lenders/${id}/test`);
    const late = calls.at(-1);
    expect([first, second].map((one) => late && signedWith(one, late))).toEqual([false, true]);
  });

  test('a secret is shown once, and stored sealed', async () => {
    const { id } = await add({ name: 'Sealed' });
    const secret = await rotate(id);
    const { secrets, eventsUrl } = (await admin.get(`/manage/lenders/${id}/secrets`)).json();
    expect(eventsUrl).toBe(`http://localhost:3000/api/v1/integrations/lenders/${id}/events`);
    expect(secrets).toHaveLength(1);
    expect(JSON.stringify(secrets)).not.toContain(secret);
    const { rows } = await app.deps.database.pool.query(
      'select sealed::text from lender_secrets where lender_id = $1',
      [id],
    );
    expect(rows[0].sealed).not.toContain(secret);
    const audit = await app.deps.database.pool.query(
      `select details::text from audit_log where action = 'lender.secret-rotated'`,
    );
    expect(JSON.stringify(audit.rows)).not.toContain(secret);
  });

  test.each(['127.0.0.1', 'localhost'])(
    'staff can’t reach %s, inside the network, unless the operator allows it',
    async (host) => {
      let calls = 0;
      const { url } = await listen(() => {
        calls += 1;
        return 200;
      });
      const inside = new URL(url);
      inside.host = `${host}:${inside.port}`;
      const { id } = await add({ name: `Inside ${host}`, url: inside.href });
      await rotate(id);
      const problem = async () => (await admin.post(`/manage/lenders/${id}/test`)).json().problem;
      const { config } = app.deps;
      const before = config.ALLOW_INTERNAL_LENDERS;
      try {
        Object.assign(config, { ALLOW_INTERNAL_LENDERS: '0' });
        expect(await problem()).toBe('The address is inside this network.');
        expect(calls).toBe(0);
        Object.assign(config, { ALLOW_INTERNAL_LENDERS: '1' });
        await problem();
        expect(calls).toBe(1);
      } finally {
        Object.assign(config, { ALLOW_INTERNAL_LENDERS: before });
      }
    },
  );

  test('five failures in a row mark a lender as failing; a success ends it', async () => {
    let status = 500;
    const { url } = await listen(() => status);
    const { id } = await add({ name: 'Failing', url });
    await rotate(id);
    await admin.post(`/manage/lenders/${id}/resume`);
    const call = async () => (await admin.post(`/manage/lenders/${id}/test`)).json();
    for (let count = 1; count <= 4; count += 1) await call();
    expect((await read(id)).status).toBe('active');
    expect((await call()).problem).toBe('The lender answered 500.');
    expect(await read(id)).toMatchObject({
      status: 'failing',
      reason: 'The lender answered 500.',
      health: { calls: 5, failures: 5, lastContactAt: null },
    });
    const alerts = async () =>
      (
        await app.deps.database.pool.query(
          `select count(*)::int as count from messages where event = 'lender-failing'`,
        )
      ).rows[0].count;
    const staff = await alerts();
    expect(staff).toBeGreaterThan(0);
    status = 302;
    expect((await call()).problem).toMatch(/redirects/);
    status = 200;
    expect((await call()).ok).toBe(true);
    expect((await read(id)).status).toBe('active');
    expect(await alerts()).toBe(2 * staff);
    const { data } = (await admin.get(`/manage/lenders/${id}/calls?failed=true`)).json();
    expect(data).toHaveLength(6);
    expect(data[0]).toMatchObject({
      direction: 'out',
      kind: 'test',
      status: 302,
      mayReplay: false,
    });
  });
});

describe('merchant numbers', () => {
  test('a contractor’s entry is saved, found, and removed', async () => {
    const { id } = await add({ name: 'Merchants', needsMerchantNumber: true });
    const entries = async (query = '') =>
      (await admin.get(`/manage/lenders/${id}/contractors?${query}`)).json();
    const all = await entries('show=all&limit=25');
    const [one] = all.data;
    const path = `/manage/lenders/${id}/contractors/${one.id}`;
    expect((await entries()).total).toBe(0);
    await admin.post(path, { merchantNumber: ' M-77 ', isAllowed: true });
    expect((await entries()).data).toEqual([{ ...one, merchantNumber: 'M-77', isAllowed: true }]);
    await admin.post(path, { merchantNumber: '', isAllowed: null });
    expect((await entries()).total).toBe(0);
    expect(
      (await admin.post(`/manage/lenders/${id}/contractors/99999`, { isAllowed: true })).statusCode,
    ).toBe(404);
  });
});
