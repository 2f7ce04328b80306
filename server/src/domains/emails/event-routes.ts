import * as contract from '@lintel/contract/emails/templates';
import { handle, type Route } from '../../platform/http/route.ts';
import {
  selectAllEvents,
  selectEvents,
  selectFreeEvents,
  type EventRow,
} from './event-repository.ts';
import { deleteEvent, saveEvent, type EventDeps } from './events.ts';

export const presentEvent = ({ id, type }: EventRow): { id: number; type: string } => ({
  id,
  type,
});

export const eventRoutes = (deps: EventDeps): Route[] => [
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
