import { and, eq } from 'drizzle-orm';
import { keysOf } from '@lintel/contract/core/map-values';
import * as contract from '@lintel/contract/identity/preferences';
import type { Preferences } from '@lintel/contract/identity/preferences';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { accountPreferences } from './tables.ts';

/** An account's preferences. Omits those that a release no longer supports. */
async function readPreferences(db: Database, userId: number): Promise<Preferences> {
  const rows = await db
    .select()
    .from(accountPreferences)
    .where(eq(accountPreferences.userId, userId));
  const chosen: Preferences = {};
  for (const key of keysOf(contract.preferenceRules)) {
    const row = rows.find((one) => one.key === key);
    const { data } = contract.preferenceRules[key].safeParse(row?.value);
    if (data !== undefined) Object.assign(chosen, { [key]: data });
  }
  return chosen;
}

/** Saves one preference; null deletes it. */
async function savePreference(
  { db, clock }: Context,
  userId: number,
  { key, value }: RequestPart<typeof contract.savePreference, 'body'>,
): Promise<void> {
  if (value === null) {
    await db
      .delete(accountPreferences)
      .where(and(eq(accountPreferences.userId, userId), eq(accountPreferences.key, key)));
    return;
  }
  const savedAt = clock.now();
  await db
    .insert(accountPreferences)
    .values({ userId, key, value, savedAt })
    .onConflictDoUpdate({
      target: [accountPreferences.userId, accountPreferences.key],
      set: { value, savedAt },
    });
}

/** Preferences of the signed-in account, even while staff view a contractor. */
export const preferenceRoutes = (context: Context): Route[] => [
  handle(contract.readPreferences, async ({ caller }) => ({
    data: await readPreferences(context.db, caller.authenticated.id),
  })),
  handle(contract.savePreference, async ({ body, caller }) => {
    await savePreference(context, caller.authenticated.id, body);
    return { message: 'Saved.' };
  }),
];
