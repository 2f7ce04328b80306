import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { TestClock } from '../../../test/edges.ts';
import { keysOf } from '@lintel/contract/core/map-values';
import { readConfig } from '../config.ts';
import { openKeys, type Keys } from '../crypto/keys.ts';
import { AppError } from '../errors.ts';
import { createServer } from '../http/server.ts';
import { createLogger } from '../logger.ts';
import { CallCounter } from '../limits/counter.ts';
import {
  rebuildAddress,
  currentLink,
  deleteLinks,
  extendLink,
  issueLink,
  linkAddress,
  lookUpCode,
  openLink,
  openSealedCode,
  revokeLinks,
  sealedCode,
  shortLink,
  consumeLink,
} from './index.ts';
import { sweepLinks } from './access-links.ts';
import { getPurpose, purposes, type StoredPurpose } from './purposes.ts';

const clock = new TestClock(new Date('2026-03-10T12:00:00Z'));
const config = { publicUrl: 'https://portal.example' };
let database: TestDatabase;
let keys: Keys;
beforeAll(async () => {
  database = await createTestDatabase();
  keys = await openKeys({ encryptionKey: '5'.repeat(64), dataDir: '' });
});
beforeEach(() => database.pool.query('delete from access_links'));
afterAll(() => database.close());

const context = () => ({
  db: database.db,
  clock,
  keys,
  config,
  counter: new CallCounter(database.db, clock),
});

const every = keysOf(purposes);
const hasContractor = (purpose: StoredPurpose): boolean =>
  ['typed', 'contractor', 'derived'].includes(getPurpose(purpose).form);
const ownerOf = (purpose: StoredPurpose, contractorId = 101) =>
  hasContractor(purpose) ? { contractorId } : {};
const issue = (purpose: StoredPurpose, subject: number | string = 7, contractorId = 101) =>
  issueLink(database.db, context(), { purpose, subject, ...ownerOf(purpose, contractorId) });
const open = (purpose: StoredPurpose, code: string) =>
  openLink(database.db, context(), purpose, code);

describe.each(every)('a link of the purpose %s', (purpose) => {
  test('opens its subject until it expires, and stores no code', async () => {
    const { code, address } = await issue(purpose);
    expect(address).toBe(linkAddress(context(), purpose, code));
    expect(await open(purpose, code)).toMatchObject({ purpose, subject: '7', ...ownerOf(purpose) });
    const { rows } = await database.pool.query('select * from access_links');
    expect(JSON.stringify(rows)).not.toContain(code);
    clock.pass(getPurpose(purpose).lasts / 1000 - 1);
    expect(await open(purpose, code)).toBeDefined();
    clock.pass(1);
    expect(await open(purpose, code)).toBeUndefined();
  });

  test('opens nothing by the code of another purpose', async () => {
    for (const other of every) {
      const { code } = await issue(other);
      expect((await open(purpose, code)) !== undefined, other).toBe(other === purpose);
    }
  });

  test('opens nothing by a wrong, changed, or empty code', async () => {
    const { code } = await issue(purpose);
    const changed = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`;
    for (const wrong of ['', '.', changed, code.slice(0, -1), `${code}x`, 'x'.repeat(5000), '\0'])
      expect(await open(purpose, wrong), wrong).toBeUndefined();
  });

  test.each(['.', ')', '>', '/', ' ', '”.'])('opens with %j after the code', async (after) => {
    const { code } = await issue(purpose);
    expect(await open(purpose, `${code}${after}`)).toBeDefined();
  });

  test('opens nothing once its links were revoked, and leaves those of other subjects', async () => {
    const [{ code }, { code: other }] = [await issue(purpose, 7), await issue(purpose, 8)];
    await revokeLinks(database.db, context(), { purpose, subject: 7, ...ownerOf(purpose) });
    expect(await open(purpose, code)).toBeUndefined();
    expect(await open(purpose, other)).toBeDefined();
  });

  test('is used once by two concurrent calls', async () => {
    const { code } = await issue(purpose);
    const use = async () => {
      const link = await open(purpose, code);
      if (link === undefined) throw new Error('The link is not valid');
      return () => database.db.transaction((tx) => consumeLink(tx, context(), link));
    };
    const uses = [await use(), await use()];
    const outcomes = await Promise.allSettled(uses.map((run) => run()));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((one) => one.status === 'rejected')?.reason).toMatchObject({
      code: 'invalid_link',
    });
    expect(await open(purpose, code)).toBeUndefined();
  });

  test('revokes the oldest above the most valid ones', async () => {
    const { atOnce = 12 } = getPurpose(purpose);
    const codes: string[] = [];
    for (let n = 0; n <= atOnce; n += 1) codes.push((await issue(purpose)).code);
    const links = await Promise.all(codes.map((code) => open(purpose, code)));
    const valid = links.map((link) => link !== undefined);
    expect(valid).toEqual([getPurpose(purpose).atOnce === undefined, ...Array(atOnce).fill(true)]);
  });
});

test.each(every.filter(hasContractor))(
  'a code of the purpose %s names its contractor, and opens no link of another one',
  async (purpose) => {
    const { code } = await issue(purpose, 7, 101);
    await database.pool.query('update access_links set contractor_id = 102');
    expect(await open(purpose, code)).toBeUndefined();
  },
);

test('a derived link can be shown again, with its full lifetime from now', async () => {
  const { address, code } = await issue('document');
  const of = { purpose: 'document', contractorId: 101, subject: 7 } as const;
  const link = await currentLink(database.db, context(), of);
  if (link === undefined) throw new Error('There is no link');
  expect(rebuildAddress(context(), link)).toBe(address);
  const otherKeys = await openKeys({ encryptionKey: '6'.repeat(64), dataDir: '' });
  expect(rebuildAddress({ ...context(), keys: otherKeys }, link)).toBeNull();
  clock.pass(purposes.document.lasts / 1000 - 1);
  await extendLink(database.db, context(), link);
  clock.pass(2);
  expect(await open('document', code)).toBeDefined();
});

test('a sealed code opens for its purpose alone, and only with our key', async () => {
  const code = sealedCode(context(), 'unsubscribe', 'kim@example.com');
  for (const after of ['', '.', '>', ')', '/'])
    expect(openSealedCode(context(), 'unsubscribe', code + after)).toBe('kim@example.com');
  expect(openSealedCode(context(), 'way-back', code)).toBeNull();
  expect(openSealedCode(context(), 'unsubscribe', `${code.slice(0, -2)}AA`)).toBeNull();
  const otherKeys = await openKeys({ encryptionKey: '6'.repeat(64), dataDir: '' });
  expect(openSealedCode({ keys: otherKeys }, 'unsubscribe', code)).toBeNull();
});

test('deleting the links of removed people, and of expired ones, leaves all others', async () => {
  const codes = await Promise.all([issue('sent-link', 1), issue('sent-link', 2, 102)]);
  await deleteLinks(database.db, 'sent-link', [
    { contractorId: 101, id: 1 },
    { contractorId: 101, id: 2 },
  ]);
  const opened = await Promise.all(codes.map(({ code }) => open('sent-link', code)));
  expect(opened.map((link) => link?.subject)).toEqual([undefined, '2']);
  const { code } = await issue('reset-password');
  clock.pass(purposes['reset-password'].lasts / 1000 - 1);
  await sweepLinks(context());
  expect(await open('reset-password', code)).toBeDefined();
  clock.pass(1);
  await sweepLinks(context());
  const { rows } = await database.pool.query('select purpose from access_links');
  expect(rows).toEqual([{ purpose: 'sent-link' }]);
});

test('limits wrong codes by network, but never a valid one', async () => {
  const look = (address: string, code: string) =>
    lookUpCode(context(), address, () => open('sent-link', code)).then(
      (found) => found !== undefined,
      (error: unknown) => error instanceof AppError && error.code,
    );
  const { code } = await issue('sent-link');
  const guesses = await Promise.all(
    Array.from({ length: 61 }, () => look('198.51.100.7', 'xxxxxxxxxxxxx')),
  );
  expect(guesses.filter((one) => one === false)).toHaveLength(60);
  expect(guesses.filter((one) => one === 'too_many_requests')).toHaveLength(1);
  expect(await look('198.51.100.7', code)).toBe(true);
  expect(await look('203.0.113.9', 'xxxxxxxxxxxxx')).toBe(false);
});

test('no log line contains a code, whatever its link answers', async () => {
  const lines: string[] = [];
  const level = { NODE_ENV: 'production', LOG_LEVEL: 'debug' } as const;
  const logger = createLogger(level, { write: (line) => void lines.push(line) });
  const server = await createServer({ logger });
  shortLink(server, { ...context(), config: readConfig({}) }, 'sent-link', async ({ subject }) => {
    if (subject === '8') throw new Error('The page could not be read');
    return { to: '/' };
  });
  const codes = [
    (await issue('sent-link', 7)).code,
    (await issue('sent-link', 8)).code,
    'wrong-code-9x',
  ];
  const answers = await Promise.all(codes.map((code) => server.inject(`/l/${code}.`)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 500, 404]);
  expect(lines.length).toBeGreaterThan(2);
  for (const code of codes) expect(lines.join('')).not.toContain(code);
  await server.close();
});
