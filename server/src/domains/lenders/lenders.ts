import type { LenderForm } from '@lintel/contract/lenders/lender';
import { auditor, type Caller } from '../../platform/audit/audit.ts';
import { auditChanges } from '../../platform/audit/values.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { lenderValues } from './present.ts';
import {
  insertLender,
  lockLender,
  lockLenders,
  setLender,
  type LenderRow,
  type NewLender,
} from './repository.ts';

const audit = auditor('lender');

/** Adds a lender, paused until staff resume it. */
export const createLender = (
  context: Context,
  caller: Caller,
  form: LenderForm,
): Promise<LenderRow> =>
  context.db.transaction(async (tx) => {
    const made = await insertLender(tx, {
      ...lenderValues(form),
      pausedAt: context.clock.now(),
      pauseReason: 'New',
    });
    if (made === undefined) throw new Error('The lender was not inserted');
    await audit(tx, context, caller, 'created', {
      entityId: made.id,
      details: { lender: lenderValues(form) },
    });
    return made;
  });

/**
 * Saves a lender. A lender from environment variables keeps its connection. Throws `not_found`, or
 * `conflict` when it changed after `version`.
 */
export const saveLender = (
  context: Context,
  caller: Caller,
  { id, version, form }: { id: number; version: number; form: LenderForm },
): Promise<LenderRow> =>
  context.db.transaction(async (tx) => {
    const stored = await lockExisting(tx, id);
    if (stored.version !== version)
      throw new AppError('conflict', { message: 'Someone else changed this lender.' });
    const values = lenderValues(form);
    if (stored.fromEnvironment)
      for (const field of ['connection', 'url'] as const)
        if (form[field] !== stored[field])
          throw invalidField(field, 'This is set by an environment variable.');
    const saved = await setLender(tx, id, { ...values, version: version + 1 });
    const changes = auditChanges(recorded(stored), recorded(saved));
    await audit(tx, context, caller, 'updated', { entityId: id, details: { changes } });
    return saved;
  });

/** Pauses a lender: it gets no new applications. Throws `not_found`. */
export const pauseLender = (
  context: Context,
  caller: Caller,
  { id, reason }: { id: number; reason: string },
): Promise<LenderRow> =>
  change(context, caller, id, 'paused', { reason }, (stored) =>
    stored.pausedAt === null ? { pausedAt: context.clock.now(), pauseReason: reason } : null,
  );

/** Resumes a lender that staff paused, or that was found failing. Throws `not_found`. */
export const resumeLender = (context: Context, caller: Caller, id: number): Promise<LenderRow> =>
  change(context, caller, id, 'resumed', {}, (stored) =>
    stored.pausedAt === null && stored.failingSince === null
      ? null
      : { pausedAt: null, pauseReason: '', failingSince: null, failure: '' },
  );

/** Archives a lender, or brings it back, paused. Throws `not_found`. */
export const archiveLender = (
  context: Context,
  caller: Caller,
  { id, archived }: { id: number; archived: boolean },
): Promise<LenderRow> =>
  change(context, caller, id, archived ? 'archived' : 'restored', {}, (stored) => {
    if ((stored.archivedAt !== null) === archived) return null;
    const now = context.clock.now();
    return archived
      ? { archivedAt: now }
      : { archivedAt: null, pausedAt: now, pauseReason: 'Restored from the archive' };
  });

/**
 * Sets the order in which lenders are asked. Throws `conflict` when `ids` isn't exactly every
 * lender that isn't archived.
 */
export const orderLenders = (
  context: Context,
  caller: Caller,
  ids: readonly number[],
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const rows = await lockLenders(tx);
    const activeIds = rows.filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id);
    if (new Set(ids).size !== ids.length || ids.length !== activeIds.length)
      throw new AppError('conflict', { message: 'The list of lenders has changed. Reload it.' });
    for (const id of ids)
      if (!activeIds.includes(id))
        throw new AppError('conflict', { message: 'The list of lenders has changed. Reload it.' });
    for (const [index, id] of ids.entries()) await setLender(tx, id, { position: index + 1 });
    await audit(tx, context, caller, 'ordered', { details: { order: ids } });
  });

async function change(
  context: Context,
  caller: Caller,
  id: number,
  what: 'paused' | 'resumed' | 'archived' | 'restored',
  details: Record<string, unknown>,
  next: (stored: LenderRow) => Partial<NewLender> | null,
): Promise<LenderRow> {
  return context.db.transaction(async (tx) => {
    const stored = await lockExisting(tx, id);
    const values = next(stored);
    if (values === null) return stored;
    const saved = await setLender(tx, id, { ...values, version: stored.version + 1 });
    await audit(tx, context, caller, what, { entityId: id, details });
    return saved;
  });
}

async function lockExisting(tx: Database, id: number): Promise<LenderRow> {
  const stored = await lockLender(tx, id);
  if (stored === undefined) throw new AppError('not_found');
  return stored;
}

/** The values that staff edit. */
const recorded = ({
  id: _id,
  version: _version,
  health: _health,
  position: _position,
  ...values
}: LenderRow): Record<string, unknown> => values;
