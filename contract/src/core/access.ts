import type { Code, Resource } from './privilege-catalog.ts';

export type { Code, Resource };

export interface Privilege {
  resource: Resource;
  code: Code;
}

/**
 * The two accounts of a request: the signed-in account and the account being viewed (the same
 * unless switched).
 */
export interface Holders {
  user: readonly Privilege[];
  authenticated: readonly Privilege[];
  switched: boolean;
  /** The user is a team user with Limited access. */
  limited?: boolean;
  /** The signed-in account is a staff account. */
  staff?: boolean;
  /** The signed-in account belongs to a lender with a desk. */
  lender?: boolean;
}

/**
 * What an endpoint or screen requires of its caller.
 * - `anonymous`: nothing.
 * - `signedIn`: any signed-in account; with `exceptLenders`, only contractors' people and staff.
 * - `privilege`: one of the pairs, by the rules of `holds`. `wholeCompany` excludes team users with
 * Limited access. With `orPreProd`, a staff account with the pair and `pre-prod` `access` doesn't
 * depend on the user it switched into. With `orOwnStaff`, a staff account that isn't switched needs
 * no pair, and neither does a lender's account.
 * - `staff`: one of the pairs on the authenticated account alone (the Manage area), and every pair
 * of `allOf`.
 * - `lender`: an account of a lender with a desk; no other account has it.
 * - `signature`: a machine that signs its body with a shared secret; the handler's domain verifies
 * the signature.
 */
export type Access =
  | { kind: 'anonymous' }
  | { kind: 'signedIn'; exceptLenders?: true }
  | {
      kind: 'privilege';
      anyOf: readonly (readonly [Resource, Code])[];
      strict?: boolean;
      wholeCompany?: true;
      orPreProd?: true;
      orOwnStaff?: true;
      /** An additional requirement. */
      and?: Access;
    }
  | {
      kind: 'staff';
      anyOf: readonly (readonly [Resource, Code])[];
      allOf?: readonly (readonly [Resource, Code])[];
    }
  | { kind: 'lender' }
  | { kind: 'signature'; by: 'lenders' | 'mail' | 'payments' | 'texts' };

type PrivilegeAccess = Extract<Access, { kind: 'privilege' }>;

export const anonymous: Access = { kind: 'anonymous' };
export const signedIn: Access = { kind: 'signedIn' };
/** Any contractor's person, and staff. */
export const contractorsAndStaff: Access = { kind: 'signedIn', exceptLenders: true };
export const lenderDesk: Access = { kind: 'lender' };
export const anyOf = (...pairs: (readonly [Resource, Code])[]): PrivilegeAccess => ({
  kind: 'privilege',
  anyOf: pairs,
});
export const staffWith = (...pairs: (readonly [Resource, Code])[]): Access => ({
  kind: 'staff',
  anyOf: pairs,
});
export const staffWithAll = (...pairs: (readonly [Resource, Code])[]): Access => ({
  kind: 'staff',
  anyOf: pairs,
  allOf: pairs,
});
/**
 * The usual pair of a contractor's screen: the user's `access` or the staff account's
 * `manage_access`.
 */
export const accessTo = (resource: Resource): PrivilegeAccess =>
  anyOf([resource, 'access'], [resource, 'manage_access']);
/** Access to what belongs to the whole contractor: closed to team users with Limited access. */
export const companyAccessTo = (resource: Resource): Access => ({
  kind: 'privilege',
  anyOf: [
    [resource, 'access'],
    [resource, 'manage_access'],
  ],
  wholeCompany: true,
});
/**
 * Access to what belongs to the account itself: staff and lenders' people have it on their own
 * account regardless of roles, but staff not in a contractor's account.
 */
export const ownAccessTo = (resource: Resource): Access => ({
  kind: 'privilege',
  anyOf: [
    [resource, 'access'],
    [resource, 'manage_access'],
  ],
  orOwnStaff: true,
});
/** Both accounts need one of the pairs, unless the staff account has it and `pre-prod` `access`. */
export const anyOfStrictOrPreProd = (...pairs: (readonly [Resource, Code])[]): Access => ({
  kind: 'privilege',
  anyOf: pairs,
  strict: true,
  orPreProd: true,
});
/**
 * Viewing a section without changing it: the user's `read` is enough. Calls that change or send
 * something require `accessTo` the section.
 */
export const viewAccess = (resource: Resource): PrivilegeAccess =>
  anyOf([resource, 'read'], [resource, 'access'], [resource, 'manage_access']);
/** For features in two sections: callers need both. */
export const withBoth = (one: PrivilegeAccess, other: Access): PrivilegeAccess => ({
  ...one,
  and: other,
});
/** Reports open with any of the four reading codes. */
export const readAccess = (resource: Resource): PrivilegeAccess =>
  anyOf(
    [resource, 'read'],
    [resource, 'access'],
    [resource, 'manage_read'],
    [resource, 'manage_access'],
  );

const has = (privileges: readonly Privilege[], resource: Resource, code: Code): boolean =>
  privileges.some((one) => one.resource === resource && one.code === code);

/**
 * Whether one pair holds. `manage_*` codes belong to the authenticated account. Any other code
 * belongs to the user; while switched, or when `strict`, both accounts must have it.
 */
export function holds(holders: Holders, resource: Resource, code: Code, strict = false): boolean {
  if (code.startsWith('manage_')) return has(holders.authenticated, resource, code);
  if (!has(holders.user, resource, code)) return false;
  return holders.switched || strict ? has(holders.authenticated, resource, code) : true;
}

/** Whether `holders` (null when not signed in) meet `access`. */
export function allows(access: Access, holders: Holders | null): boolean {
  if (access.kind === 'anonymous' || access.kind === 'signature') return true;
  if (holders === null) return false;
  if (access.kind === 'signedIn') return !(access.exceptLenders && holders.lender);
  if (access.kind === 'lender') return holders.lender === true;
  if (access.kind === 'staff') {
    const held = ([resource, code]: readonly [Resource, Code]): boolean =>
      has(holders.authenticated, resource, code);
    return access.anyOf.some(held) && (access.allOf ?? []).every(held);
  }
  if (access.and && !allows(access.and, holders)) return false;
  if (access.wholeCompany && holders.limited) return false;
  const isOwnWithout = !holders.switched && (holders.staff || holders.lender);
  if (access.orOwnStaff && isOwnWithout) return true;
  const preProd = access.orPreProd === true && has(holders.authenticated, 'pre-prod', 'access');
  return access.anyOf.some(
    ([resource, code]) =>
      holds(holders, resource, code, access.strict) ||
      (preProd && has(holders.authenticated, resource, code)),
  );
}
