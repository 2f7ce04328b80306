import { allows, type Access, type Holders, type Privilege } from '@lintel/contract/core/access';

/** An account as the guard needs it. */
export interface Account {
  id: number;
  kind: 'staff' | 'owner' | 'team';
  contractorId: number | null;
  email: string;
  firstname: string;
  lastname: string;
  /** A team user with Limited access. */
  isLimited: boolean;
  privileges: readonly Privilege[];
}

/**
 * Who a request speaks for: `authenticated` signed in; `user` is looked at (the same one unless
 * switched).
 */
export interface Caller {
  sessionId: string;
  authenticated: Account;
  user: Account;
  switched: boolean;
  /**
   * The account that the session is switched into, even when this request speaks for the own
   * account.
   */
  switchedInto: number | null;
}

export const holdersOf = (caller: Caller): Holders => ({
  user: caller.user.privileges,
  authenticated: caller.authenticated.privileges,
  switched: caller.switched,
  limited: caller.user.isLimited,
});

/** Whether `caller` meets `access`. */
export const mayUse = (access: Access, caller: Caller | null): boolean =>
  allows(access, caller && holdersOf(caller));

/** The account that a request says it speaks for, and how it says so. */
export interface Claim {
  by: 'header' | 'query';
  userId: number;
}

export interface SessionReader {
  /**
   * The caller, or null without a living session. A claim must name the own account or the one that
   * is switched into: else `access_denied` for the header (the portal then reloads) and `not_found`
   * for the query.
   */
  read(cookies: Record<string, string | undefined>, claim: Claim | null): Promise<Caller | null>;
}
