import { allEndpoints } from '@lintel/contract/all';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import type { TestClient } from './app.ts';

/** The actors of the matrix: the demo accounts, and an administrator switched into a contractor. */
export const actors = [
  { name: 'nobody', email: null, into: null },
  { name: 'admin', email: 'admin@demo.test', into: null },
  { name: 'support', email: 'support@demo.test', into: null },
  { name: 'mailer', email: 'mailer@demo.test', into: null },
  { name: 'payer', email: 'payer@demo.test', into: null },
  { name: 'pro', email: 'pro@demo.test', into: null },
  { name: 'free', email: 'free@demo.test', into: null },
  { name: 'canceled', email: 'canceled@demo.test', into: null },
  { name: 'team', email: 'team@demo.test', into: null },
  { name: 'lender', email: 'lender@demo.test', into: null },
  { name: 'admin→pro', email: 'admin@demo.test', into: 11 },
  { name: 'support→pro', email: 'support@demo.test', into: 11 },
] as const;

/** An endpoint's response to an actor, before its handler runs. */
export type Verdict = 'open' | '401' | '403';

/** An address with ids of Summit Roofing, so that access and not ownership decides. */
export function addressFor(spec: EndpointSpec): string {
  const values: Record<string, string> = {
    id: '101',
    contractorId: '101',
    userId: '999999',
    pid: '1',
    pageName: 'no-such-page',
    token: 'a'.repeat(43),
    offerId: '1',
    key: 'logo-nothing.png',
    sessionId: '6f1c1c5e-9d43-4e0a-8a55-0d5b0d3f9a10',
    reference: 'no-such-application',
    document: 'no-such-document',
  };
  const known = spec.name === 'identity.switch' ? { ...values, id: '99999' } : values;
  return spec.path.replace(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? '1');
}

/** A client's verdict for every endpoint, signed in or not. */
export async function doorsOf(
  client: TestClient,
  endpoints: readonly EndpointSpec[],
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for (const spec of endpoints) {
    const answer = await client.call(spec.method, addressFor(spec));
    // Endpoints with signatures or cookies return their own 401 after the access check.
    const own401 = spec.access.kind === 'anonymous' || spec.access.kind === 'signature';
    const closed = answer.statusCode === 403 || (answer.statusCode === 401 && !own401);
    verdicts.set(spec.name, closed ? (String(answer.statusCode) as Verdict) : 'open');
  }
  return verdicts;
}

// These change the session under test, so they come last, and signing out comes at the very end.
const last = [
  'identity.switch-back',
  'identity.refresh',
  'identity.authenticate',
  'identity.logout',
];

/** Every endpoint, ordered so that the session under test lasts until the end. */
export const safelyOrdered = (): EndpointSpec[] =>
  allEndpoints.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name));

/** The reviewed table: one row per endpoint, one column per actor. */
export function formatMatrix(columns: Map<string, Map<string, Verdict>>): string {
  const names = [...columns.keys()];
  const lines = allEndpoints.map((spec) => {
    const cells = names.map((name) => columns.get(name)?.get(spec.name) ?? '?');
    return `| ${spec.method} ${spec.path} | ${cells.join(' | ')} |`;
  });
  return [
    `| endpoint | ${names.join(' | ')} |`,
    `|${' --- |'.repeat(names.length + 1)}`,
    ...lines,
    '',
  ].join('\n');
}
