import * as contract from '@lintel/contract/emails-notifications';
import { notificationOptions } from '@lintel/contract/emails-constants';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { requireOwnUser } from './policy.ts';
import { findPreference, savePreference } from './preference-repository.ts';

export const notificationRoutes = ({ db, clock }: { db: Database; clock: Clock }): Route[] => [
  handle(contract.listNotificationOptions, async () => ({ data: [...notificationOptions] })),
  handle(contract.readNotification, async ({ params, caller }) => {
    requireOwnUser(caller, params.id);
    return { option: { key: (await findPreference(db, params.id)) ?? notificationOptions[0].key } };
  }),
  handle(contract.saveNotification, async ({ params, body, caller }) => {
    requireOwnUser(caller, params.id);
    const { optionKey } = body;
    await db.transaction(async (tx) => {
      await savePreference(tx, params.id, optionKey);
      const entry = {
        action: 'notification.chosen',
        entity: 'user',
        entityId: params.id,
        details: { optionKey },
      };
      await recordAudit(tx, clock, caller, entry);
    });
    return { message: 'Update successful!' };
  }),
];
