import * as contract from '@lintel/contract/emails';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { selectAllEvents, selectCategories, selectEvents, selectFreeEvents, type EventRow } from './event-repository.ts';
import { deleteEvent, saveEvent } from './events.ts';
import { namesIn, oneTemplate, type NamesOf } from './names.ts';
import { notificationRoutes } from './notification-routes.ts';
import { presentTemplate, presentUnsubscriber } from './present.ts';
import { queueRoutes } from './queue-routes.ts';
import type { EmailDeps } from './queue.ts';
import { selectTemplates } from './template-repository.ts';
import { changeTemplate, createTemplate, type TemplateDeps } from './templates.ts';
import { selectUnsubscribers } from './unsubscriber-repository.ts';
import { resubscribeAddress, unsubscribeAddress } from './unsubscribers.ts';

export interface EmailRouteDeps extends TemplateDeps, EmailDeps {
  namesOf: NamesOf;
}

export const emailRoutes = (deps: EmailRouteDeps): Route[] => [
  ...templateRoutes(deps),
  ...eventRoutes(deps),
  ...unsubscriberRoutes(deps),
  ...queueRoutes(deps),
  ...notificationRoutes(deps),
];

const templateRoutes = (deps: EmailRouteDeps): Route[] => [
  handle(contract.listTemplates, async ({ query }) => {
    const { page, limit, filters } = query;
    const [{ rows, total }, events] = await Promise.all([
      selectTemplates(deps.db, { page, limit, ...filters }),
      selectAllEvents(deps.db),
    ]);
    const names = await namesIn(
      deps,
      rows.map(({ template }) => template.lastEditBy),
    );
    return { data: rows.map((row) => presentTemplate(row, names)), total, usedForList: events.map(presentEvent) };
  }),
  handle(contract.createTemplate, async ({ body, caller }) => {
    const id = await createTemplate(deps, caller, body);
    return { message: 'Template created', template: await oneTemplate(deps, id) };
  }),
  handle(contract.updateTemplate, async ({ params, body, caller }) => {
    const { version, ...form } = body;
    await changeTemplate(deps, caller, { id: params.id, version, form });
    return { message: 'Template updated', template: await oneTemplate(deps, params.id) };
  }),
  handle(contract.listCategories, async () => ({ data: await selectCategories(deps.db) })),
];

const presentEvent = ({ id, type }: EventRow): { id: number; type: string } => ({ id, type });

const eventRoutes = (deps: EmailRouteDeps): Route[] => [
  handle(contract.listFreeEvents, async () => (await selectFreeEvents(deps.db)).map(presentEvent)),
  handle(contract.listEvents, async ({ query }) => {
    const { page, limit, filters } = query;
    const { rows, total } = await selectEvents(deps.db, { page, limit, ...filters });
    const all = await selectAllEvents(deps.db);
    const builtin = all.filter((event) => event.builtIn).map(({ type }) => type);
    return { data: rows.map(presentEvent), total, builtin };
  }),
  handle(contract.saveEvent, async ({ body, caller }) => {
    await saveEvent(deps, caller, body);
    return { message: 'Event saved' };
  }),
  handle(contract.deleteEvent, async ({ params, caller }) => {
    await deleteEvent(deps, caller, params.id);
    return { message: 'Event deleted' };
  }),
];

const unsubscriberRoutes = (deps: EmailRouteDeps): Route[] => [
  handle(contract.listUnsubscribers, async ({ query }) => {
    const { rows, total } = await selectUnsubscribers(deps.db, query);
    return { data: rows.map(presentUnsubscriber), total };
  }),
  handle(contract.unsubscribe, async ({ body, caller }) => {
    await deps.db.transaction((tx) => unsubscribeAddress(tx, { clock: deps.clock, ...body, caller }));
    return { message: 'Unsubscribe successful!' };
  }),
  handle(contract.resubscribe, async ({ body, caller }) => {
    const { clock } = deps;
    const was = await deps.db.transaction((tx) => resubscribeAddress(tx, { clock, email: body.email, caller }));
    if (!was) throw new AppError('not_found', { message: 'This e-mail is not unsubscribed.' });
    return { message: 'Resubscribe successful!' };
  }),
];
