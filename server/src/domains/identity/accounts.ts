import type { User } from '@lintel/contract/identity/sessions';
import type { Account } from '../../platform/http/caller.ts';
import type { Database } from '../../platform/db/connect.ts';
import { privilegesOf } from './policy.ts';
import { readAccount, type AccountRow } from './session-repository.ts';

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
  isLimited: account.isLimited,
  contractor: account.contractorId,
  privileges: [...account.privileges],
});

/** An active account with its privileges, or null. */
export async function accountOf(db: Database, userId: number): Promise<Account | null> {
  const row = await readAccount(db, userId);
  return row && toAccount(row);
}
