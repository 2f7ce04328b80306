import * as contract from '@lintel/contract/texts/texts';
import { textKinds } from '@lintel/contract/texts/constants';
import { phoneAsStored } from '../../../platform/db/queries.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { setDeliveryStatus } from './delivery-status.ts';
import { shownNumber, textNumber } from './numbers.ts';
import { enqueueText } from './queue.ts';
import {
  findStop,
  lockFailed,
  selectStops,
  selectTexts,
  type StopRow,
  type TextRow,
} from './repository.ts';
import { resumeNumber, stopNumber } from './stops.ts';

/** Texts and stopped numbers, for staff. */
export const textRoutes = (context: Context): Route[] => [
  handle(contract.listTexts, async ({ query }) => {
    const filters = { ...query.filters, to: phoneAsStored(query.filters.to) };
    const { rows, ...totals } = await selectTexts(context.db, { ...query, filters });
    return { data: rows.map(({ text, contractor }) => present(text, contractor)), ...totals };
  }),
  handle(contract.retryText, async ({ params, caller }) => {
    await retry(context, caller, params.id);
    return { message: 'The text is on its way again' };
  }),
  handle(contract.listStopped, async ({ query: { page, limit, filters } }) => {
    const number = phoneAsStored(filters.number);
    const slice = { page, limit, number };
    const { rows, ...totals } = await selectStops(context.db, slice);
    return { data: rows.map(presentStop), ...totals };
  }),
  handle(contract.stopNumber, async ({ body, caller }) => {
    const number = requireNumber(body.number);
    await context.db.transaction((tx) =>
      stopNumber(tx, context, { number, source: 'staff', by: caller }),
    );
    return { message: 'This number gets no more texts.' };
  }),
  handle(contract.resumeNumber, async ({ body, caller }) => {
    const number = requireNumber(body.number);
    await context.db.transaction(async (tx) => {
      const stop = await findStop(tx, number);
      if (stop === undefined)
        throw new AppError('not_found', { message: 'This number is not stopped.' });
      if (stop.source !== 'staff')
        throw new AppError('conflict', {
          message: 'Its owner stopped texts, and alone can start them again by answering START.',
        });
      await resumeNumber(tx, context, { number, by: caller });
    });
    return { message: 'This number gets texts again.' };
  }),
];

function requireNumber(phone: string): string {
  const number = textNumber(phone);
  if (number === null)
    throw invalidField('number', 'This is no phone number of the United States.');
  return number;
}

/** Queues a failed text again, with all its attempts. Throws `not_found` when it hasn't failed. */
async function retry(context: Context, caller: Caller, id: number): Promise<void> {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const text = await lockFailed(tx, id);
    if (text === undefined || text.payload === null) throw new AppError('not_found');
    await setDeliveryStatus(tx, context, text, { status: 'queued', attempts: 0, settledAt: null });
    await enqueueText(tx, text);
    await recordAudit(tx, clock, caller, {
      action: 'text.retried',
      entity: 'text',
      entityId: id,
      contractorId: text.contractorId,
      details: { about: text.about, reason: text.reason },
    });
  });
}

const present = (text: TextRow, contractor: string): contract.TextMessage => ({
  id: text.id,
  contractor,
  about: textKinds[text.about],
  to: text.to === null ? '' : shownNumber(text.to),
  status: text.status,
  segments: text.segments,
  encoding: text.encoding,
  madeAt: text.createdAt.toISOString(),
  dueAt: text.status === 'queued' ? (text.dueAt?.toISOString() ?? null) : null,
  reason: text.reason ?? '',
  retriable: text.status === 'failed' && text.payload !== null,
});

const presentStop = ({ number, stoppedAt, source }: StopRow): contract.StoppedNumber => ({
  id: Number(number.slice(1)),
  number: shownNumber(number),
  since: stoppedAt.toISOString(),
  source,
});
