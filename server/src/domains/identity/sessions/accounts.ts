import type { PaymentStatus, Tier } from '@lintel/contract/billing/tiers';
import type { Code, Privilege, Resource } from '@lintel/contract/core/access';
import type { User } from '@lintel/contract/identity/sessions';
import type { Account, AccountKind } from '../../../platform/http/caller.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { companyNames } from '../../contractors/index.ts';
import { readAccount, type AccountRow } from './repository.ts';
import { AppError } from '../../../platform/errors.ts';

/** Maps a row to an account with its effective privileges. */
export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  kind: row.kind,
  contractorId: row.contractorId,
  lender: row.lender,
  email: row.email,
  firstname: row.firstname,
  lastname: row.lastname,
  isLimited: row.kind === 'team' && row.teamAccess !== 'Full',
  privileges: resolvePrivileges(row),
});

/** The account in its API shape. */
export const presentUser = (account: Account): User => ({
  id: account.id,
  firstname: account.firstname,
  lastname: account.lastname,
  fullName: `${account.firstname} ${account.lastname}`.trim(),
  initials: `${account.firstname.charAt(0)}${account.lastname.charAt(0)}`.toUpperCase(),
  email: account.email,
  isContractorUser: account.kind === 'owner' || account.kind === 'team',
  isOwner: account.kind === 'owner',
  isLimited: account.isLimited,
  contractor: account.contractorId,
  privileges: [...account.privileges],
});

/** Loads an active account with its privileges, or null. */
export async function findAccount(db: Database, userId: number): Promise<Account | null> {
  const row = await readAccount(db, userId);
  return row && toAccount(row);
}

/** Inputs for an account's effective privileges. */
interface PrivilegeFacts {
  kind: AccountKind;
  /** From the account's roles (staff), or from the roles of the contractor's plan. */
  granted: readonly Privilege[];
  teamAccess: 'Full' | 'Limited' | null;
  teamResources: readonly string[];
  paymentStatus: PaymentStatus | null;
  tier: Tier | null;
}

/** Resources that stay open after the subscription is canceled. */
const openWhenCanceled: readonly Resource[] = ['card-payments', 'personal-info'];
/** Resources that a Free or Canceled contractor can read but not change or send. */
const desk: readonly Resource[] = ['customers', 'documents'];
const own = (code: Code): Privilege => ({ resource: 'personal-info', code });

/**
 * Effective privileges. Staff have those of their roles; an owner has those of the plan; a team
 * user has the owner's or, with Limited access, those of the chosen resources; a lender's person has
 * none. Every contractor-side account has its own personal info. A canceled contractor keeps Billing and
 * Personal Info and can view its customers and documents, like a Free plan.
 */
function resolvePrivileges(facts: PrivilegeFacts): Privilege[] {
  const granted = [...facts.granted];
  if (facts.kind === 'lender') return [];
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

/** An owner's privileges on a paid plan whose roles grant these. */
export const ownerPrivileges = (granted: readonly Privilege[], tier: Tier): Privilege[] =>
  resolvePrivileges({
    kind: 'owner',
    granted,
    teamAccess: null,
    teamResources: [],
    paymentStatus: 'Paid',
    tier,
  });

/** Another account uses this e-mail. */
export const emailTaken = (): AppError =>
  new AppError('email_already_used', {
    fields: { email: 'This e-mail is already used by another account.' },
  });

/** The name of the account's company; null for staff. */
export async function readCompany(
  db: Database,
  { contractorId }: { contractorId: number | null },
): Promise<string | null> {
  if (contractorId === null) return null;
  return (await companyNames(db, [contractorId])).get(contractorId) ?? null;
}
