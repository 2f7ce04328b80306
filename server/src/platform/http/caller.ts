import type { FastifyRequest } from 'fastify';
import { allows, type Access, type Holders, type Privilege } from '@lintel/contract/core/access';
import { isRecord } from '@lintel/contract/core/narrow';
import { switchedUserHeader } from '@lintel/contract/identity/sessions';
import { AppError } from '../errors.ts';

export type AccountKind = 'staff' | 'owner' | 'team' | 'lender';

/** The account fields for access checks. */
export interface Account {
  id: number;
  kind: AccountKind;
  contractorId: number | null;
  /** The lender that it works for, while that lender has a desk. */
  lender: { id: number; name: string } | null;
  email: string;
  firstname: string;
  lastname: string;
  /** A team user with Limited access. */
  isLimited: boolean;
  privileges: readonly Privilege[];
}

/**
 * Who a request acts for: `authenticated` signed in; `user` is the viewed account (the same unless
 * switched).
 */
export interface Caller {
  sessionId: string;
  authenticated: Account;
  user: Account;
  switched: boolean;
  /**
   * The account that the session is switched into, even when this request acts for the staff
   * member's own account.
   */
  switchedInto: number | null;
  /** The request's address; null for actions of the demo. */
  address: string | null;
  /** When the session last proved its identity, with a second factor if there is one. */
  provenAt: Date | null;
  /** The signed-in account must set up a second factor first. */
  needsFactor: boolean;
}

export const listHolders = (caller: Caller): Holders => ({
  user: caller.user.privileges,
  authenticated: caller.authenticated.privileges,
  switched: caller.switched,
  limited: caller.user.isLimited,
  staff: caller.authenticated.kind === 'staff',
  lender: caller.user.lender !== null,
});

/** Whether `caller` meets `access`. */
export const mayUse = (access: Access, caller: Caller | null): boolean =>
  allows(access, caller && listHolders(caller));

/** The account that a request claims to act for, and where it claims so. */
interface Claim {
  by: 'header' | 'query';
  userId: number;
}

export interface SessionReader {
  /**
   * The caller, or null without an active session. A claim must name the caller's own account or
   * the one that is switched into; otherwise throws `access_denied` for the header (the portal then
   * reloads) and `not_found` for the query.
   */
  read(
    cookies: Record<string, string | undefined>,
    claim: Claim | null,
    address: string,
  ): Promise<Caller | null>;
}

/**
 * The account that a request claims to act for: in the header of each call while switched, or, on a
 * navigation, as `userId` in the query. The session reader checks these claims.
 */
export function readClaim(request: FastifyRequest): Claim | null {
  const header = request.headers[switchedUserHeader];
  const query =
    request.method === 'GET' && isRecord(request.query) ? request.query['userId'] : undefined;
  const [by, claim] =
    header === undefined ? (['query', query] as const) : (['header', header] as const);
  if (claim === undefined || claim === '') return null;
  if (typeof claim !== 'string' || !/^\d{1,10}$/.test(claim)) throw new AppError('bad_request');
  return { by, userId: Number(claim) };
}

/**
 * Rejects a changing request from another site. A browser always sends an origin with such
 * requests; a caller without one isn't a browser and has no ambient cookies.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin' || site === 'none') return;
  if (site !== undefined) throw new AppError('wrong_origin');
  if (origin !== undefined && !isOwn(origin, request, publicUrl))
    throw new AppError('wrong_origin');
}

const isOwn = (origin: string, { protocol, headers }: FastifyRequest, publicUrl: string): boolean =>
  origin === new URL(publicUrl).origin || origin === `${protocol}://${headers.host}`;

/**
 * Whether one of our own pages provably sent a GET. Browsers without Fetch Metadata send no origin
 * with it, so the referrer is the proof: another site can omit it, but can't forge it.
 */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  const from = origin ?? referer ?? '';
  return URL.canParse(from) && isOwn(new URL(from).origin, request, publicUrl);
}

/**
 * Rejects a GET with side effects that another site's page may have sent. Typed addresses pass, and
 * so do programs, which have no ambient cookies: browsers' names start with `Mozilla/`.
 */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const { origin, referer, 'sec-fetch-site': site, 'user-agent': agent = '' } = request.headers;
  const isProgram = (site ?? origin ?? referer) === undefined && !agent.startsWith('Mozilla/');
  if (site === 'none' || isProgram || isFromOwnPage(request, publicUrl)) return;
  throw new AppError('wrong_origin');
}

/** How long re-authentication is valid, in milliseconds. */
const proofMs = 10 * 60_000;

/** A proof from the future, made before the clock was set back, doesn't count. */
export function hasProvenLately({ provenAt }: Caller, now: Date): boolean {
  const age = provenAt === null ? Infinity : now.getTime() - provenAt.getTime();
  return age > -1000 && age < proofMs;
}
