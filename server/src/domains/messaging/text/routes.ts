import * as contract from '@lintel/contract/texts/texts';
import { phoneAsStored } from '../../../platform/db/queries.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { retryFailed, type MessageRow } from '../queue/index.ts';
import { kindText } from './kinds.ts';
import { shownNumber, textNumber } from './numbers.ts';
import { findStop, selectStops, selectTexts, type StopRow } from './repository.ts';
import { resumeNumber, stopNumber } from './stops.ts';

/** Texts and stopped numbers, for staff. */
export const textRoutes = (context: Context): Route[] => [
  handle(contract.listTexts, async ({ query }) => {
    const filters = { ...query.filters, to: phoneAsStored(query.filters.to) };
    const { rows, ...totals } = await selectTexts(context.db, { ...query, filters });
    return { data: rows.map(({ text, contractor }) => present(text, contractor)), ...totals };
  }),
  handle(contract.retryText, async ({ params, caller }) => {
    await retryFailed(context, caller, { channel: 'text', id: params.id });
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
    return { message: 'This number no longer receives texts.' };
  }),
  handle(contract.resumeNumber, async ({ body, caller }) => {
    const number = requireNumber(body.number);
    await context.db.transaction(async (tx) => {
      const stop = await findStop(tx, number);
      if (stop === undefined)
        throw new AppError('not_found', { message: "This number hasn't opted out." });
      if (stop.source !== 'staff')
        throw new AppError('conflict', {
          message: 'Its owner stopped texts. Only the owner can restart them, by replying START.',
        });
      await resumeNumber(tx, context, { number, by: caller });
    });
    return { message: 'This number can receive texts again.' };
  }),
];

function requireNumber(phone: string): string {
  const number = textNumber(phone);
  if (number === null) throw invalidField('number', "This isn't a US phone number.");
  return number;
}

const present = (text: MessageRow, contractor: string): contract.TextMessage => ({
  id: text.id,
  contractor,
  about: kindText(text.event),
  to: text.recipient === null ? '' : shownNumber(text.recipient),
  status: text.status,
  segments: text.segments ?? 1,
  encoding: text.encoding ?? '',
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
