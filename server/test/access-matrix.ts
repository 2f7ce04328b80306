import { allEndpoints } from '@lintel/contract/all';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import type { TestClient } from './app.ts';

/**
 * The actors of the matrix: the demonstration cast, and an administrator who is switched into a
 * contractor.
 */
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
  { name: 'admin→pro', email: 'admin@demo.test', into: 11 },
  { name: 'support→pro', email: 'support@demo.test', into: 11 },
] as const;

/** What an actor met at an endpoint's door. */
export type Verdict = 'open' | '401' | '403';

/**
 * The address with ids that belong to Summit Roofing, so that the door and not the ownership
 * decides.
 */
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
  };
  const known = spec.name === 'identity.switch' ? { ...values, id: '99999' } : values;
  return spec.path.replace(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? '1');
}

/** What a signed-in, or no, client meets at every endpoint's door. */
export async function doorsOf(
  client: TestClient,
  endpoints: readonly EndpointSpec[],
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for (const spec of endpoints) {
    const answer = await client.call(spec.method, addressFor(spec));
    // Signed and cookie-bound calls answer 401 by themselves behind an open door.
    const own401 = spec.access.kind === 'anonymous' || spec.access.kind === 'signature';
    const closed = answer.statusCode === 403 || (answer.statusCode === 401 && !own401);
    verdicts.set(spec.name, closed ? (String(answer.statusCode) as Verdict) : 'open');
  }
  return verdicts;
}

// These change the session under test, so they are asked last, and signing out after all others.
const last = [
  'identity.switch-back',
  'identity.refresh',
  'identity.authenticate',
  'identity.logout',
];

/** Every endpoint, in an order in which the session under test lives until the end. */
export const safelyOrdered = (): EndpointSpec[] =>
  allEndpoints.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name));

/** The reviewed table: an endpoint a row, an actor a column. */
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
