import * as contract from '@lintel/contract/emails/notifications';
import { notificationOptions } from '@lintel/contract/emails/constants';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { findPreference, savePreference } from './preference-repository.ts';

export const notificationRoutes = ({ db, clock }: { db: Database; clock: Clock }): Route[] => [
  handle(contract.listNotificationOptions, async () => ({ data: [...notificationOptions] })),
  handle(contract.readNotification, async ({ owned }) => ({
    option: { key: (await findPreference(db, owned.account.id)) ?? notificationOptions[0].key },
  })),
  handle(contract.saveNotification, async ({ body, caller, owned }) => {
    const { optionKey } = body;
    await db.transaction(async (tx) => {
      await savePreference(tx, owned.account.id, optionKey);
      const entry = {
        action: 'notification.chosen',
        entity: 'user',
        entityId: owned.account.id,
        details: { optionKey },
      };
      await recordAudit(tx, clock, caller, entry);
    });
    return { message: 'Update successful!' };
  }),
];
