import type { PaymentStatus, Tier } from '@lintel/contract/billing/tiers';
import type { Code, Privilege, Resource } from '@lintel/contract/core/access';
import type { User } from '@lintel/contract/identity/sessions';
import type { Account } from '../../platform/http/caller.ts';
import type { Database } from '../../platform/db/connect.ts';
import { companyNames } from '../contractors/index.ts';
import { readAccount, type AccountRow } from './session-repository.ts';
import { AppError } from '../../platform/errors.ts';

/** A row with its privileges decided. */
export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  kind: row.kind,
  contractorId: row.contractorId,
  email: row.email,
  firstname: row.firstname,
  lastname: row.lastname,
  isLimited: row.kind === 'team' && row.teamAccess !== 'Full',
  privileges: privilegesOf(row),
});

/** The account as the wire shows it. */
export const presentUser = (account: Account): User => ({
  id: account.id,
  firstname: account.firstname,
  lastname: account.lastname,
  fullName: `${account.firstname} ${account.lastname}`.trim(),
  initials: `${account.firstname.charAt(0)}${account.lastname.charAt(0)}`.toUpperCase(),
  email: account.email,
  isContractorUser: account.kind !== 'staff',
  isOwner: account.kind === 'owner',
  isLimited: account.isLimited,
  contractor: account.contractorId,
  privileges: [...account.privileges],
});

/** An active account with its privileges, or null. */
export async function accountOf(db: Database, userId: number): Promise<Account | null> {
  const row = await readAccount(db, userId);
  return row && toAccount(row);
}

/** What decides the privileges of an account. */
interface PrivilegeFacts {
  kind: 'staff' | 'owner' | 'team';
  /** From the account's own roles (staff), or from the roles of the contractor's plan. */
  granted: readonly Privilege[];
  teamAccess: 'Full' | 'Limited' | null;
  teamResources: readonly string[];
  paymentStatus: PaymentStatus | null;
  tier: Tier | null;
}

/** What stays open when the subscription is canceled. */
const openWhenCanceled: readonly Resource[] = ['card-payments', 'personal-info'];
/** What a Free or Canceled contractor still sees, but neither changes nor sends. */
const desk: readonly Resource[] = ['customers', 'documents'];
const own = (code: Code): Privilege => ({ resource: 'personal-info', code });

/**
 * The privileges of an account: staff have their roles'; an owner has those of the plan; a team user has the owner's, or, when Limited, those of
 * the chosen resources; everyone of a contractor has their own personal info; a canceled contractor
 * keeps Billing and Personal Info, and sees its customers and documents, as one with a Free plan does.
 */
function privilegesOf(facts: PrivilegeFacts): Privilege[] {
  const granted = [...facts.granted];
  if (facts.kind === 'staff') return granted;
  const limited = facts.kind === 'team' && facts.teamAccess !== 'Full';
  const chosen = limited
    ? granted.filter(({ resource }) => facts.teamResources.includes(resource))
    : granted;
  const isCanceled = facts.paymentStatus === 'Canceled';
  const onlySees = isCanceled || facts.tier === null || facts.tier === 'Free';
  const left = chosen.filter(({ resource, code }) =>
    desk.includes(resource)
      ? !onlySees || code === 'read'
      : !isCanceled || openWhenCanceled.includes(resource),
  );
  return left.some(({ resource, code }) => resource === 'personal-info' && code === 'access')
    ? left
    : [...left, own('access')];
}

/** What an owner may do with a plan whose roles give this, once it is paid. */
export const ownerPrivileges = (granted: readonly Privilege[], tier: Tier): Privilege[] =>
  privilegesOf({
    kind: 'owner',
    granted,
    teamAccess: null,
    teamResources: [],
    paymentStatus: 'Paid',
    tier,
  });

/** Another account has this e-mail. */
export const emailTaken = (): AppError =>
  new AppError('email_already_used', {
    fields: { email: 'This e-mail is already used by another account.' },
  });

/** The name of the company that an account belongs to; null for staff. */
export async function companyOf(
  db: Database,
  { contractorId }: { contractorId: number | null },
): Promise<string | null> {
  if (contractorId === null) return null;
  return (await companyNames(db, [contractorId])).get(contractorId) ?? null;
}
