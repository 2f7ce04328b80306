import { expect, it } from 'vitest';
import { allEndpoints } from './all.ts';
import type { EndpointSpec } from './core/endpoint.ts';

/**
 * State-changing calls open to visitors or contractors: the mail and storage they cause must be
 * limited.
 */
const changing = allEndpoints.filter(({ method, changesState, access }) => {
  if (method === 'GET' && !changesState) return false;
  if (access.kind === 'staff' || access.kind === 'signature') return false;
  return (
    access.kind !== 'privilege' ||
    access.anyOf.some(([resource]) => !resource.startsWith('manage-'))
  );
});

/** What protects each of these calls in place of its own limit. */
const limitedOtherwise: Record<string, string> = {
  'identity.authenticate':
    'wrong passwords are counted by device and network (guessing.ts), right ones by nothing',
  'identity.refresh': 'refreshes are counted by session (refresh.ts)',
  'identity.logout': 'ends a session and stores nothing',
  'identity.require-proof': 'stores nothing',
};

it('limits every call that mails or stores something for a visitor or a contractor', () => {
  expect(changing.length).toBeGreaterThan(40);
  const without = changing.filter(({ limit }) => limit === undefined).map(({ name }) => name);
  expect(without.toSorted()).toEqual(Object.keys(limitedOtherwise).toSorted());
});

it('limits every file upload by a contractor or homeowner', () => {
  const uploads = changing.filter(
    ({ files, streams }) => files !== undefined || streams !== undefined,
  );
  for (const { name, limit, access } of uploads)
    expect([name, limit?.by]).toEqual([name, access.kind === 'anonymous' ? 'address' : 'account']);
  expect(uploads.length).toBeGreaterThan(3);
});

const fieldsOf = ({ body }: EndpointSpec): string[] => {
  const shape = (body as { shape?: object } | undefined)?.shape;
  return shape === undefined ? [] : Object.keys(shape);
};

/** Addresses that get no immediate mail, or that another limit counts. */
const writtenOtherwise: Record<string, string> = {
  'identity.restore':
    'five messages an hour to an account, and the answer does not tell (password-links.ts)',
  'billing.sign-up': 'the limit of signing up',
  'identity.create-first-account': 'sends no mail',
  'customers.create': 'writes to nobody',
  'customers.edit': 'writes to nobody',
  'customers.merge': 'writes to nobody',
  'documents.send': 'to whom a contractor wrote a document, 120 an hour for an account',
  'links.preview': 'writes to nobody',
  'links.send': 'three sends a day to one person, and a limit a day for each contractor (links)',
  'applications.start': 'a homeowner writes down the own address',
  'applications.save-draft': 'a homeowner writes down the own address',
  'applications.submit': 'a homeowner writes down the own address',
};

it('limits mail per recipient address for every address a caller can type', () => {
  const typed = changing.filter((spec) => fieldsOf(spec).includes('email'));
  const uncounted = typed.filter(({ mailsTo }) => mailsTo === undefined).map(({ name }) => name);
  expect(uncounted.filter((name) => !(name in writtenOtherwise))).toEqual([]);
  for (const spec of allEndpoints) {
    if (spec.mailsTo !== undefined)
      expect([spec.name, fieldsOf(spec)]).toEqual([
        spec.name,
        expect.arrayContaining([spec.mailsTo]),
      ]);
  }
});
