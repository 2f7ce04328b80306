import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { unlessTaken } from '../../platform/db/failures.ts';
import { AppError } from '../../platform/errors.ts';
import {
  countTemplatesOf,
  deleteEventRow,
  insertEvent,
  lockEvent,
  renameEvent,
  type EventRow,
} from './event-repository.ts';

export interface EventDeps {
  db: Database;
  clock: Clock;
}

/**
 * Makes an event (`id` null) or renames one. Throws `not_found`, `built_in` or `already_exists`.
 */
export async function saveEvent(
  deps: EventDeps,
  caller: Caller,
  request: { id: number | null; type: string },
): Promise<void> {
  const { id, type } = request;
  await namesStayUnique(() =>
    deps.db.transaction(async (tx) => {
      if (id === null) {
        await audit(tx, deps, caller, 'created', await insertEvent(tx, type), { type });
        return;
      }
      const stored = await lockOwn(tx, id);
      await renameEvent(tx, id, type);
      await audit(tx, deps, caller, 'renamed', id, { from: stored.type, to: type });
    }),
  );
}

/** Deletes an event. Throws `not_found`, `built_in`, or `in_use` when it has templates. */
export async function deleteEvent(deps: EventDeps, caller: Caller, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { type } = await lockOwn(tx, id);
    if ((await countTemplatesOf(tx, id)) > 0)
      throw new AppError('in_use', { message: 'This event has templates and cannot be deleted.' });
    await deleteEventRow(tx, id);
    await audit(tx, deps, caller, 'deleted', id, { type });
  });
}

async function lockOwn(tx: Database, id: number): Promise<EventRow> {
  const stored = await lockEvent(tx, id);
  if (stored === undefined) throw new AppError('not_found');
  if (stored.builtIn)
    throw new AppError('built_in', { message: 'This event is built in and cannot be changed.' });
  return stored;
}

async function audit(
  tx: Database,
  { clock }: EventDeps,
  caller: Caller,
  what: string,
  entityId: number,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, clock, caller, {
    action: `email-event.${what}`,
    entity: 'email-event',
    entityId,
    details,
  });
}

function namesStayUnique(work: () => Promise<void>): Promise<void> {
  const message = 'An event with this name exists already.';
  return unlessTaken(
    'email_events_type',
    () => new AppError('already_exists', { message, fields: { type: message } }),
    work,
  );
}
