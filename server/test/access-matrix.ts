import { allEndpoints } from '@lintel/contract/all';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';

/** The actors of the matrix: the demonstration cast, and an administrator who is switched into a contractor. */
export const actors = [
  { name: 'nobody', email: null, into: null },
  { name: 'admin', email: 'admin@demo.test', into: null },
  { name: 'support', email: 'support@demo.test', into: null },
  { name: 'mailer', email: 'mailer@demo.test', into: null },
  { name: 'pro', email: 'pro@demo.test', into: null },
  { name: 'free', email: 'free@demo.test', into: null },
  { name: 'canceled', email: 'canceled@demo.test', into: null },
  { name: 'team', email: 'team@demo.test', into: null },
  { name: 'admin→pro', email: 'admin@demo.test', into: 11 },
  { name: 'support→pro', email: 'support@demo.test', into: 11 },
] as const;

/** What an actor met at an endpoint's door. */
export type Verdict = 'open' | '401' | '403';

/** The address with ids that belong to Summit Roofing, so that the door and not the ownership decides. */
export function addressFor(spec: EndpointSpec): string {
  const values: Record<string, string> = {
    id: '101',
    pid: '1',
    pageName: 'no-such-page',
    token: 'a'.repeat(43),
    offerId: '1',
    key: 'logo-nothing.png',
  };
  const known = spec.name === 'identity.switch' ? { ...values, id: '99999' } : values;
  return spec.path.replace(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? '1');
}

/** The reviewed table: an endpoint a row, an actor a column. */
export function formatMatrix(verdicts: Map<string, Map<string, Verdict>>): string {
  const names = actors.map(({ name }) => name);
  const lines = allEndpoints.map((spec) => {
    const row = verdicts.get(spec.name);
    const cells = names.map((name) => row?.get(name) ?? '?');
    return `| ${spec.method} ${spec.path} | ${cells.join(' | ')} |`;
  });
  return [`| endpoint | ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length + 1)}`, ...lines, ''].join('\n');
}
