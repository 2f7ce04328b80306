import { expect, test } from 'vitest';
import { z } from 'zod';
import { anonymous, signedIn } from '@lintel/contract/core/access';
import { endpoint, type EndpointSpec } from '@lintel/contract/core/endpoint';
import {
  bySecret,
  contractorAt,
  inBody,
  inQuery,
  optionalPageAt,
  ownContractor,
  pageAt,
  sharedAt,
} from '@lintel/contract/core/owner';
import { requireDeclaredOwner } from './ownership.ts';

const base = {
  name: 'test.save',
  method: 'POST',
  summary: 'Save',
  access: signedIn,
  response: z.object({}),
} as const;
const saving = (spec: Partial<EndpointSpec> & Pick<EndpointSpec, 'path'>): (() => void) => {
  const whole = endpoint({ ...base, ...spec });
  return () => requireDeclaredOwner(whole);
};

test("an endpoint with an id in its path doesn't start without an owner, and starts with one", () => {
  expect(saving({ path: '/contractor/{id}' })).toThrow('test.save does not say whose its id is');
  expect(saving({ path: '/contractor/{id}', owner: contractorAt('id') })).not.toThrow();
  expect(saving({ path: '/drafts/{token}', owner: bySecret })).not.toThrow();
});

test('each id in a path needs its own rule', () => {
  const path = '/contractor/{id}/page/{pid}';
  expect(saving({ path, owner: contractorAt('id') })).toThrow('whose its pid is');
  expect(saving({ path, owner: [contractorAt('id'), pageAt('pid')] })).not.toThrow();
  expect(
    saving({ path, owner: [contractorAt('id'), sharedAt('pid', 'It is public.')] }),
  ).not.toThrow();
});

test('ids in a query and a body need a rule, too, even in wrapped schemas', () => {
  const query = z.object({ pageId: z.number().optional(), search: z.string() });
  expect(saving({ path: '/list', query })).toThrow('whose its pageId is');
  const inList = {
    path: '/list',
    query,
    owner: [ownContractor, optionalPageAt(inQuery('pageId'))],
  };
  expect(saving({ ...inList, path: '/list' })).not.toThrow();
  const body = z.object({ ids: z.array(z.number()) });
  const other = z.object({ name: z.string() });
  for (const wrapped of [
    body,
    body.optional(),
    body.prefault({ ids: [] }),
    z.union([other, body]),
    other.and(body),
    z.preprocess((value) => value, body),
  ])
    expect(saving({ path: '/order', body: wrapped })).toThrow('whose its ids is');
});

test("ids that a body repeats from the path, and the caller's own userId, need none: they are always compared", () => {
  const body = z.object({ id: z.number(), contractorId: z.number(), userId: z.number() });
  const owner = contractorAt('id');
  expect(saving({ path: '/contractor/{id}', owner, body })).not.toThrow();
});

test("an owner that requires data missing from the call, or a missing caller, doesn't start", () => {
  expect(saving({ path: '/list', owner: pageAt(inBody('pageId')) })).toThrow('has no pageId');
  expect(
    saving({ path: '/contractor/{id}', owner: contractorAt('id'), access: anonymous }),
  ).toThrow('has an owner and no caller');
});
