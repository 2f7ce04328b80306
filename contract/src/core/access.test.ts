import { expect, test } from 'vitest';
import {
  accessTo,
  allows,
  anonymous,
  companyAccessTo,
  holds,
  readAccess,
  signedIn,
  staffWith,
  type Holders,
  type Privilege,
} from './access.ts';

const p = (resource: Privilege['resource'], code: Privilege['code']): Privilege => ({
  resource,
  code,
});
const alone = (...privileges: Privilege[]): Holders => ({
  user: privileges,
  authenticated: privileges,
  switched: false,
});
const switched = (user: Privilege[], authenticated: Privilege[]): Holders => ({
  user,
  authenticated,
  switched: true,
});

test("a plain check uses the user's own privilege [ADM-391]", () => {
  expect(holds(alone(p('refer', 'access')), 'refer', 'access')).toBe(true);
  expect(holds(alone(p('refer', 'access')), 'co-branded', 'access')).toBe(false);
});

test('a switched check needs the privilege of the user and of the authenticated account [ADM-392]', () => {
  const both = [p('refer', 'access')];
  expect(holds(switched(both, both), 'refer', 'access')).toBe(true);
  expect(holds(switched(both, []), 'refer', 'access')).toBe(false);
  expect(holds(switched([], both), 'refer', 'access')).toBe(false);
});

test('a strict check needs both accounts even when the session is not switched [ADM-393]', () => {
  const holders: Holders = { user: [p('refer', 'access')], authenticated: [], switched: false };
  expect(holds(holders, 'refer', 'access')).toBe(true);
  expect(holds(holders, 'refer', 'access', true)).toBe(false);
});

test('manage codes belong to the authenticated account', () => {
  const manager = [p('co-branded', 'manage_access')];
  expect(allows(accessTo('co-branded'), switched([], manager))).toBe(true);
  expect(allows(accessTo('co-branded'), switched(manager, []))).toBe(false);
});

test('a report opens for any of read, access, manage_read and manage_access', () => {
  for (const code of ['read', 'access', 'manage_read', 'manage_access'] as const) {
    expect(allows(readAccess('reports-applications'), alone(p('reports-applications', code)))).toBe(
      true,
    );
  }
  expect(allows(readAccess('reports-applications'), alone(p('reports-commissions', 'read')))).toBe(
    false,
  );
});

test('the Manage area looks at the authenticated account alone', () => {
  const access = staffWith(['manage-contractors', 'access']);
  expect(allows(access, switched([], [p('manage-contractors', 'access')]))).toBe(true);
  expect(allows(access, switched([p('manage-contractors', 'access')], []))).toBe(false);
});

test('a visitor can use only anonymous endpoints', () => {
  expect(allows(anonymous, null)).toBe(true);
  expect(allows(signedIn, null)).toBe(false);
  expect(allows(accessTo('refer'), null)).toBe(false);
});

test('whole-company endpoints are closed to team users with Limited access', () => {
  const holders = alone(p('personal-info', 'access'));
  expect(allows(companyAccessTo('personal-info'), holders)).toBe(true);
  expect(allows(companyAccessTo('personal-info'), { ...holders, limited: true })).toBe(false);
  expect(allows(accessTo('personal-info'), { ...holders, limited: true })).toBe(true);
});
