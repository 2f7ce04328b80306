import { pushAccess } from '@lintel/contract/push/constants';
import { allows } from '@lintel/contract/core/access';
import type { Context } from '../../../platform/context.ts';
import type { DeviceRow } from './repository.ts';

/**
 * Those of a contractor's devices that may get notifications now: their session is active, and
 * their user is active, still with this contractor, and can see applications.
 */
export async function devicesAllowed(
  { db, accounts }: Pick<Context, 'db' | 'accounts'>,
  devices: readonly DeviceRow[],
  now: Date,
): Promise<DeviceRow[]> {
  const living = await accounts.livingSessions(
    db,
    devices.map(({ sessionId }) => sessionId),
    now,
  );
  const inSession = devices.filter(({ sessionId }) => living.has(sessionId));
  const people = new Set<number>();
  for (const { userId, contractorId } of inSession)
    if (!people.has(userId) && (await sees({ db, accounts }, userId, contractorId)))
      people.add(userId);
  return inSession.filter(({ userId }) => people.has(userId));
}

async function sees(
  { db, accounts }: Pick<Context, 'db' | 'accounts'>,
  userId: number,
  contractorId: number,
): Promise<boolean> {
  const account = await accounts.accountOf(db, userId);
  if (account === null || account.contractorId !== contractorId) return false;
  const { privileges, isLimited } = account;
  return allows(pushAccess, {
    user: privileges,
    authenticated: privileges,
    switched: false,
    limited: isLimited,
    staff: false,
  });
}
