import type { createFirstAccount as creating } from '@lintel/contract/identity/first-account';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import {
  consumeLink,
  issueLink,
  lookUpCode,
  openLink,
  revokeLinks,
} from '../../../platform/access-links/index.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { checkNewPassword, hashPassword } from '../sign-in/index.ts';
import { insertStaffAccount } from '../team/index.ts';
import { hasStaff, lockFirstAccount } from './repository.ts';

const purpose = 'first-account';
const links = { purpose, subject: 'installation' } as const;

/**
 * The address at which the first administrator is created, with its code; null once there is a
 * staff account. Each start issues one. They are valid for a day, and all of them until the first
 * account exists, so that each of several processes can print its own.
 */
export async function issueFirstAccountLink(
  context: Pick<Context, 'db' | 'clock' | 'keys' | 'config'>,
): Promise<string | null> {
  return context.db.transaction(async (tx) => {
    if (await hasStaff(tx)) return null;
    return (await issueLink(tx, context, links)).address;
  });
}

/** Throws `not_found` once there is a staff account. */
export async function requireNoStaff({ db, config }: Context): Promise<void> {
  if (config.DEMO === '1' || (await hasStaff(db))) throw new AppError('not_found');
}

/**
 * Creates the first administrator. Of parallel calls, one succeeds; the others throw `not_found`.
 * Throws `invalid_link` for a wrong, expired, or used code.
 */
export async function createFirstAccount(
  context: Context,
  { code, password, ...person }: RequestPart<typeof creating, 'body'>,
  address: string,
): Promise<void> {
  await requireNoStaff(context);
  const link = await lookUpCode(context, address, () =>
    openLink(context.db, context, purpose, code),
  );
  if (link === undefined) throw new AppError('invalid_link');
  await checkNewPassword(context, password, person);
  const passwordHash = await hashPassword(password);
  await context.db.transaction(async (tx) => {
    await lockFirstAccount(tx);
    if (await hasStaff(tx)) throw new AppError('not_found');
    await consumeLink(tx, context, link);
    const id = await insertStaffAccount(tx, context, { ...person, passwordHash });
    await revokeLinks(tx, context, links);
    await recordAudit(
      tx,
      context.clock,
      { address, accountId: id },
      {
        action: 'staff.first-created',
        entity: 'user',
        entityId: id,
        contractorId: null,
      },
    );
  });
}
