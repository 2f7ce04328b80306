import { notificationOptions } from '@lintel/contract/emails/constants';
import * as notifications from '@lintel/contract/emails/notifications';
import * as queue from '@lintel/contract/emails/queue';
import * as templates from '@lintel/contract/emails/templates';
import { handle, type Route } from '../../platform/http/route.ts';
import { draftRoutes, templateRoutes, versionRoutes } from './template-routes.ts';
import {
  presentBuiltIn,
  presentEvent,
  presentFailed,
  presentUnsubscriber,
  type NamesOf,
} from './present.ts';
import { retryFailed, type EmailDeps } from './queue.ts';
import type { TemplateDeps } from './templates.ts';
import { selectAllEvents, selectEvents, selectFreeEvents } from './event-repository.ts';
import { deleteEvent, saveEvent, type EventDeps } from './events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { findPreference, savePreference, selectUnsubscribers } from './preference-repository.ts';
import { resubscribeAddress, unsubscribeAddress } from './unsubscribers.ts';
import { selectBuiltIn, selectFailed } from './message-repository.ts';
import { recordAudit } from '../../platform/audit/audit.ts';

export const emailRoutes = (deps: TemplateDeps & EmailDeps & { namesOf: NamesOf }): Route[] =>
  [
    templateRoutes,
    versionRoutes,
    draftRoutes,
    eventRoutes,
    unsubscriberRoutes,
    failedRoutes,
    notificationRoutes,
  ].flatMap((routes) => routes(deps));

const eventRoutes = (deps: EventDeps): Route[] => [
  handle(templates.listFreeEvents, async () => (await selectFreeEvents(deps.db)).map(presentEvent)),
  handle(templates.listEvents, async ({ query }) => {
    const { page, limit, filters } = query;
    const { rows, total } = await selectEvents(deps.db, { page, limit, ...filters });
    const all = await selectAllEvents(deps.db);
    const builtin = all.filter((event) => event.builtIn).map(({ type }) => type);
    return { data: rows.map(presentEvent), total, builtin };
  }),
  handle(templates.saveEvent, async ({ body, caller }) => {
    await saveEvent(deps, caller, body);
    return { message: 'Event saved' };
  }),
  handle(templates.deleteEvent, async ({ params, caller }) => {
    await deleteEvent(deps, caller, params.id);
    return { message: 'Event deleted' };
  }),
];

const unsubscriberRoutes = (deps: { db: Database; clock: Clock }): Route[] => [
  handle(templates.listUnsubscribers, async ({ query }) => {
    const { rows, total } = await selectUnsubscribers(deps.db, query);
    return { data: rows.map(presentUnsubscriber), total };
  }),
  handle(templates.unsubscribe, async ({ body, caller }) => {
    await deps.db.transaction((tx) =>
      unsubscribeAddress(tx, { clock: deps.clock, ...body, caller }),
    );
    return { message: 'Unsubscribe successful!' };
  }),
  handle(templates.resubscribe, async ({ body, caller }) => {
    const { clock } = deps;
    const was = await deps.db.transaction((tx) =>
      resubscribeAddress(tx, { clock, email: body.email, caller }),
    );
    if (!was) throw new AppError('not_found', { message: 'This e-mail is not unsubscribed.' });
    return { message: 'Resubscribe successful!' };
  }),
];

/** Older ones concern nobody who mends a template. */
const daysShown = 30;

/** What staff have to know of messages that did not go as they should. */
const failedRoutes = (deps: EmailDeps & { db: Database }): Route[] => [
  handle(queue.listFailed, async ({ query }) => {
    const { rows, total } = await selectFailed(deps.db, query);
    return { data: rows.map(presentFailed), total };
  }),
  handle(queue.listBuiltIn, async ({ query }) => {
    const since = new Date(deps.clock.now().getTime() - daysShown * 86_400_000);
    const { rows, total } = await selectBuiltIn(deps.db, { since, ...query });
    return { data: rows.map(presentBuiltIn), total };
  }),
  handle(queue.retryFailed, async ({ params, caller }) => {
    await retryFailed(deps, caller, params.id);
    return { message: 'The message is on its way again' };
  }),
];

const notificationRoutes = ({ db, clock }: { db: Database; clock: Clock }): Route[] => [
  handle(notifications.listNotificationOptions, async () => ({ data: [...notificationOptions] })),
  handle(notifications.readNotification, async ({ owned }) => ({
    option: { key: (await findPreference(db, owned.account.id)) ?? notificationOptions[0].key },
  })),
  handle(notifications.saveNotification, async ({ body, caller, owned }) => {
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
