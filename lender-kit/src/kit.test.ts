import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { CheckResult } from '@lintel/contract/lenders/conformance/check';
import { lenderChecks, sampleDocument } from '@lintel/contract/lenders/conformance/lender-checks';
import { runKit } from './kit.ts';

const secret = 'lws_reference-lender-secret-0123456789';

/** What a broken lender does wrong. */
interface Faults {
  checksSignature?: boolean;
  checksTime?: boolean;
  /** How many v1 values it looks at. */
  signatures?: number;
  checksHash?: boolean;
  /** Stores repeated calls again. */
  repeats?: 'new id' | 'error';
  rejectsUnknown?: boolean;
  rejectsOlder?: boolean;
  rejectsUnknownFields?: boolean;
  toleranceSeconds?: number;
  status?: (path: string) => number | undefined;
  milliseconds?: number;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A lender that follows the protocol, except for its faults. Returns its address. */
async function referenceLender(faults: Faults = {}): Promise<string> {
  const stored = new Map<string, string>();
  const applications = new Set<string>();
  const choices = new Map<string, number>();
  let ids = 0;
  const isSigned = (request: IncomingMessage, text: string): boolean => {
    if (faults.checksSignature === false) return true;
    const [t = '', ...signatures] = String(request.headers['lintel-signature'] ?? '').split(',');
    const seconds = Number(t.slice(2));
    const tolerance = faults.toleranceSeconds ?? 300;
    if (faults.checksTime !== false && !(Math.abs(Date.now() / 1000 - seconds) <= tolerance))
      return false;
    const expected = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex');
    return signatures.slice(0, faults.signatures ?? 4).includes(`v1=${expected}`);
  };
  const answer = (request: IncomingMessage, body: Buffer): [number, object?] => {
    const path = request.url ?? '';
    const status = faults.status?.(path);
    if (status !== undefined) return [status];
    const header = request.headers['lintel-document'];
    const isDocument = typeof header === 'string';
    if (!isSigned(request, isDocument ? header : body.toString())) return [401];
    const facts = JSON.parse(
      isDocument ? Buffer.from(header, 'base64url').toString() : body.toString(),
    );
    expect(facts.test).toBe(true);
    if (isDocument && faults.checksHash !== false) {
      const hash = createHash('sha256').update(body).digest('hex');
      if (hash !== facts.sha256) return [400];
    }
    const key = `${path} ${String(request.headers['idempotency-key'])}`;
    const known = stored.get(key);
    if (known !== undefined && faults.repeats === 'error') return [500];
    const id = known !== undefined && faults.repeats === undefined ? known : `id-${(ids += 1)}`;
    stored.set(key, id);
    if (path === '/applications') {
      if (faults.rejectsUnknownFields && 'fieldOfTheFuture' in facts) return [422];
      applications.add(facts.reference);
    }
    if (path === '/choices' || path === '/given-up') {
      if (!applications.has(facts.application) && known === undefined)
        return [faults.rejectsUnknown ? 500 : 404];
      const last = choices.get(facts.application) ?? 0;
      if (faults.rejectsOlder && facts.choice < last) return [409];
      choices.set(facts.application, Math.max(last, facts.choice));
    }
    return [200, { id }];
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const [status, body] = answer(request, Buffer.concat(parts));
      setTimeout(() => {
        response.writeHead(status).end(body && JSON.stringify(body));
      }, faults.milliseconds ?? 0);
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  servers.push(server);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an object as its address
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function run(...args: string[]): Promise<{ code: number; results: CheckResult[] }> {
  const written: string[] = [];
  const code = await runKit([...args, '--json'], {}, { write: (text) => written.push(text) });
  return { code, results: JSON.parse(written.join('\n')) };
}

const failedIds = (results: readonly CheckResult[]): string[] =>
  results.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));

test('a lender that follows the protocol passes every check', async () => {
  const { code, results } = await run('--url', await referenceLender(), '--secret', secret);
  expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(results.map(({ id }) => id)).toEqual(lenderChecks.map(({ id }) => id));
  expect(code).toBe(0);
});

const broken: [string, Faults, string[]][] = [
  [
    'without a signature check',
    { checksSignature: false },
    ['wrong-signature', 'missing-signature', 'changed-body', 'document-signature', 'old-signature'],
  ],
  ['that accepts old signatures', { checksTime: false }, ['old-signature']],
  ['with a strict clock', { toleranceSeconds: 60 }, ['late-signature']],
  ['that reads only the first v1', { signatures: 1 }, ['replaced-secret']],
  ['that ignores the hash of a document', { checksHash: false }, ['document-changed']],
  [
    'that stores repeated calls again',
    { repeats: 'new id' },
    ['application-repeated', 'choice', 'given-up', 'document'],
  ],
  [
    'that fails on repeated calls',
    { repeats: 'error' },
    ['application-repeated', 'choice', 'given-up', 'document'],
  ],
  ['that rejects older choices', { rejectsOlder: true }, ['out-of-order']],
  ['that fails on unknown applications', { rejectsUnknown: true }, ['unknown-application']],
  ['that rejects unknown fields', { rejectsUnknownFields: true }, ['application-new-field']],
  [
    'with a wrong status for the test call',
    { status: (path) => (path === '/test' ? 302 : undefined) },
    ['test-call'],
  ],
  [
    'without an address for applications',
    { status: (path) => (path === '/applications' ? 404 : undefined) },
    [
      'application',
      'application-repeated',
      'application-new-field',
      'choice',
      'given-up',
      'out-of-order',
      'wrong-signature',
      'missing-signature',
      'changed-body',
      'old-signature',
      'late-signature',
      'replaced-secret',
    ],
  ],
];

test.each(broken)('a lender %s fails', async (_name, faults, expected) => {
  const { code, results } = await run('--url', await referenceLender(faults), '--secret', secret);
  expect(failedIds(results)).toEqual(expected);
  expect(code).toBe(1);
  for (const { id, outcome, reason, fix } of results)
    if (outcome === 'failed') expect([id, reason, fix]).not.toContain('');
});

test('every check fails for some broken lender', () => {
  const failed = new Set(broken.flatMap(([, , ids]) => ids));
  expect(lenderChecks.map(({ id }) => id).filter((id) => !failed.has(id))).toEqual([]);
});

test('a slow lender fails, and the rest is skipped', async () => {
  const url = await referenceLender({ milliseconds: 1000 });
  const { results } = await run('--url', url, '--secret', secret, '--timeout', '0.1');
  expect(failedIds(results)).toEqual(['test-call', 'application']);
  expect(results[0]?.reason).toContain('No answer within 0.1 seconds');
  expect(results[2]).toMatchObject({ outcome: 'skipped', reason: 'The address doesn’t answer.' });
});

test('the sample document has its hash', () => {
  expect(createHash('sha256').update(sampleDocument.body).digest('hex')).toBe(
    sampleDocument.sha256,
  );
});

describe('options', () => {
  const options = async (...args: string[]): Promise<[number, string]> => {
    const written: string[] = [];
    const code = await runKit(args, {}, { write: (text) => written.push(text) });
    return [code, written.join('\n')];
  };

  test.each([
    [[], 'Give --url, --events-url, or both.'],
    [['--url', 'lender.example'], '--url must be an address'],
    [['--url', 'https://lender.example'], 'Give the secret'],
    [['--url', 'https://lender.example', '--secret', 's', '--timeout', 'x'], '--timeout'],
    [['--wrong'], 'Unknown option'],
  ])('rejects %j', async (args, problem) => {
    const [code, text] = await options(...args);
    expect([code, text]).toEqual([2, expect.stringContaining(problem)]);
  });

  test('prints a readable report', async () => {
    const url = await referenceLender({ checksTime: false });
    const [code, text] = await options('--url', url, '--secret', secret);
    expect(code).toBe(1);
    expect(text).toContain('pass  Accepts the test call');
    expect(text).toContain('FAIL  Rejects a signature that is ten minutes old');
    expect(text).toContain('Fix: Return 401');
    expect(text).toContain('16 passed, 1 failed, 0 skipped');
    expect(text).not.toContain(secret);
  });
});
