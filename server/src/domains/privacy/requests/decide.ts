import { dayMs } from '@lintel/contract/core/durations';
import { answerDays } from '@lintel/contract/privacy/constants';
import { issueLink } from '../../../platform/access-links/index.ts';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dayText } from '../../../platform/days.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RetainedDataTexts } from '../../../platform/persons.ts';
import { makeCopy } from './copy.ts';
import { eraseAddress } from './erase.ts';
import { includedIn, requireDecided } from './matches.ts';
import { notifyPerson, messageTexts } from './messages.ts';
import { lockRequest, setRequest, type RequestRow } from './repository.ts';

const audit = auditor('privacy-request', { contractorId: null });

interface Decision {
  id: number;
  /** The version that the caller has seen. */
  version: number;
}

/**
 * Locks an open request in the version the caller has seen. Throws `not_found`, or `conflict` when
 * it was decided or changed since.
 */
async function lockOpen(
  tx: Database,
  { id, version }: Decision,
): Promise<RequestRow & { dueAt: Date }> {
  const request = await lockRequest(tx, id);
  if (request === undefined || request.dueAt === null) throw new AppError('not_found');
  if (request.state !== 'open' || request.version !== version)
    throw new AppError('conflict', {
      message: 'Someone else has answered this request. Please review it again.',
    });
  return { ...request, dueAt: request.dueAt };
}

/** Extends a request by 45 days. Throws `conflict` when it was extended before. */
export const extend = (
  context: Context,
  caller: Caller,
  { reason, ...decision }: Decision & { reason: string },
): Promise<RequestRow> =>
  context.db.transaction(async (tx) => {
    const request = await lockOpen(tx, decision);
    if (request.extendedAt !== null)
      throw new AppError('conflict', {
        message: 'The deadline of this request was already extended once.',
      });
    const dueAt = new Date(request.dueAt.getTime() + answerDays * dayMs);
    const now = context.clock.now();
    const changed = await setRequest(tx, request.id, {
      dueAt,
      extendedAt: now,
      extensionReason: reason,
    });
    const { id, language } = request;
    const due = dayText(dueAt, context.config.BUSINESS_TIME_ZONE, language);
    const text = messageTexts[language].extended({ id, due, reason });
    await notifyPerson(tx, context, request, { what: 'extended', text });
    await audit(tx, context, caller, 'extended', {
      entityId: request.id,
      details: { before: request.dueAt.toISOString(), after: dueAt.toISOString() },
    });
    return changed;
  });

const decidedBy = (context: Context, caller: Caller) => ({
  decidedAt: context.clock.now(),
  decidedBy: caller.authenticated.id,
});

/** Rejects a request with a reason that the person can read. */
export const reject = (
  context: Context,
  caller: Caller,
  { reason, ...decision }: Decision & { reason: string },
): Promise<RequestRow> =>
  context.db.transaction(async (tx) => {
    const request = await lockOpen(tx, decision);
    const changed = await setRequest(tx, request.id, {
      state: 'rejected',
      reason,
      ...decidedBy(context, caller),
    });
    const text = messageTexts[request.language].rejected({ id: request.id, reason });
    await notifyPerson(tx, context, request, { what: 'rejected', text });
    await audit(tx, context, caller, 'rejected', { entityId: request.id });
    return changed;
  });

/**
 * Sends the link to the copy, or deletes everything that needn't be kept and lists what is kept.
 */
export const fulfil = (context: Context, caller: Caller, decision: Decision): Promise<RequestRow> =>
  context.db.transaction(async (tx) => {
    const request = await lockOpen(tx, decision);
    await requireDecided(tx, context, request);
    return request.kind === 'copy'
      ? sendCopy(tx, context, caller, request)
      : erase(tx, context, caller, request);
  });

async function sendCopy(
  tx: Database,
  context: Context,
  caller: Caller,
  request: RequestRow,
): Promise<RequestRow> {
  const { counts, stored } = await makeCopy(tx, context, request);
  const changed = await setRequest(tx, request.id, {
    state: 'fulfilled',
    outcome: { found: counts, kept: [] },
    ...stored,
    ...decidedBy(context, caller),
  });
  const words = messageTexts[request.language];
  const { address } = await issueLink(tx, context, {
    purpose: 'privacy-copy',
    subject: request.id,
  });
  await notifyPerson(tx, context, request, {
    what: 'fulfilled',
    text: words.copyReady,
    link: `${address}${words.query}`,
  });
  await audit(tx, context, caller, 'fulfilled', {
    entityId: request.id,
    details: Object.fromEntries(counts.map(({ what, count }) => [what, count])),
  });
  return changed;
}

/** We must be able to prove our answer for two years (11 CCR 7101). */
const ownRecord: RetainedDataTexts = {
  en: {
    what: 'This request with your e-mail address',
    why: 'For two years, as proof that we answered it.',
  },
  es: {
    what: 'Esta solicitud con su correo electrónico',
    why: 'Durante dos años, como prueba de que la respondimos.',
  },
};

async function erase(
  tx: Database,
  context: Context,
  caller: Caller,
  request: RequestRow,
): Promise<RequestRow> {
  const now = context.clock.now();
  const erased = await eraseAddress(tx, context, {
    email: request.email,
    included: includedIn(request.matches),
    until: now,
    now,
    by: caller,
  });
  const retained = [...erased.kept, ownRecord];
  const changed = await setRequest(tx, request.id, {
    state: 'fulfilled',
    outcome: { found: erased.found, kept: retained.map(({ en }) => en) },
    waits: erased.waits,
    ...decidedBy(context, caller),
  });
  const text = messageTexts[request.language].erased(retained.map((one) => one[request.language]));
  await notifyPerson(tx, context, request, { what: 'fulfilled', text });
  await audit(tx, context, caller, 'fulfilled', {
    entityId: request.id,
    details: {
      ...Object.fromEntries(erased.found.map(({ what, count }) => [what, count])),
      waits: erased.waits,
    },
  });
  return changed;
}
