import { dayMs } from '@lintel/contract/core/durations';
import { answerDays } from '@lintel/contract/privacy/constants';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dayText } from '../../../platform/days.ts';
import { AppError } from '../../../platform/errors.ts';
import type { KeptWords } from '../../../platform/persons.ts';
import { makeCopy } from './copy.ts';
import type { RequestDeps } from './deps.ts';
import { eraseAddress } from './erase.ts';
import { includedIn, requireDecided } from './matches.ts';
import { tell, wordsOf } from './messages.ts';
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
async function take(
  tx: Database,
  { id, version }: Decision,
): Promise<RequestRow & { dueAt: Date }> {
  const request = await lockRequest(tx, id);
  if (request === undefined || request.dueAt === null) throw new AppError('not_found');
  if (request.state !== 'open' || request.version !== version)
    throw new AppError('conflict', {
      message: 'Somebody else has answered this request meanwhile. Please look at it again.',
    });
  return { ...request, dueAt: request.dueAt };
}

/** Extends a request by 45 days. Throws `conflict` when it was extended before. */
export const extend = (
  deps: RequestDeps,
  caller: Caller,
  { reason, ...decision }: Decision & { reason: string },
): Promise<RequestRow> =>
  deps.db.transaction(async (tx) => {
    const request = await take(tx, decision);
    if (request.extendedAt !== null)
      throw new AppError('conflict', { message: 'This request was put off once already.' });
    const dueAt = new Date(request.dueAt.getTime() + answerDays * dayMs);
    const now = deps.clock.now();
    const changed = await setRequest(tx, request.id, {
      dueAt,
      extendedAt: now,
      extensionReason: reason,
    });
    const { id, language } = request;
    const due = dayText(dueAt, deps.timeZone, language);
    const said = wordsOf[language].extended({ id, due, reason });
    await tell(tx, deps.messaging, request, { what: 'extended', said });
    await audit(tx, deps, caller, 'extended', {
      entityId: request.id,
      details: { before: request.dueAt.toISOString(), after: dueAt.toISOString() },
    });
    return changed;
  });

const decidedBy = (deps: RequestDeps, caller: Caller) => ({
  decidedAt: deps.clock.now(),
  decidedBy: caller.authenticated.id,
});

/** Rejects a request with a reason that the person can read. */
export const reject = (
  deps: RequestDeps,
  caller: Caller,
  { reason, ...decision }: Decision & { reason: string },
): Promise<RequestRow> =>
  deps.db.transaction(async (tx) => {
    const request = await take(tx, decision);
    const changed = await setRequest(tx, request.id, {
      state: 'rejected',
      reason,
      ...decidedBy(deps, caller),
    });
    const said = wordsOf[request.language].rejected({ id: request.id, reason });
    await tell(tx, deps.messaging, request, { what: 'rejected', said });
    await audit(tx, deps, caller, 'rejected', { entityId: request.id });
    return changed;
  });

/**
 * Sends the link to the copy, or deletes everything that needn't be kept and lists what is kept.
 */
export const fulfil = (
  deps: RequestDeps,
  caller: Caller,
  decision: Decision,
): Promise<RequestRow> =>
  deps.db.transaction(async (tx) => {
    const request = await take(tx, decision);
    await requireDecided(tx, deps, request);
    return request.kind === 'copy'
      ? handOver(tx, deps, caller, request)
      : erase(tx, deps, caller, request);
  });

async function handOver(
  tx: Database,
  deps: RequestDeps,
  caller: Caller,
  request: RequestRow,
): Promise<RequestRow> {
  const { secret, counts, stored } = await makeCopy(tx, deps, request);
  const changed = await setRequest(tx, request.id, {
    state: 'fulfilled',
    outcome: { found: counts, kept: [] },
    ...stored,
    ...decidedBy(deps, caller),
  });
  const words = wordsOf[request.language];
  await tell(tx, deps.messaging, request, {
    what: 'fulfilled',
    said: words.copyReady,
    link: `${deps.publicUrl}/privacy/copy/${secret}${words.query}`,
  });
  await audit(tx, deps, caller, 'fulfilled', {
    entityId: request.id,
    details: Object.fromEntries(counts.map(({ what, count }) => [what, count])),
  });
  return changed;
}

/** We must be able to prove our answer for two years (11 CCR 7101). */
const ownRecord: KeptWords = {
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
  deps: RequestDeps,
  caller: Caller,
  request: RequestRow,
): Promise<RequestRow> {
  const now = deps.clock.now();
  const erased = await eraseAddress(tx, deps, {
    email: request.email,
    included: includedIn(request.matches),
    until: now,
    now,
    by: caller,
  });
  const kept = [...erased.kept, ownRecord];
  const changed = await setRequest(tx, request.id, {
    state: 'fulfilled',
    outcome: { found: erased.found, kept: kept.map(({ en }) => en) },
    waits: erased.waits,
    ...decidedBy(deps, caller),
  });
  const said = wordsOf[request.language].erased(kept.map((one) => one[request.language]));
  await tell(tx, deps.messaging, request, { what: 'fulfilled', said });
  await audit(tx, deps, caller, 'fulfilled', {
    entityId: request.id,
    details: {
      ...Object.fromEntries(erased.found.map(({ what, count }) => [what, count])),
      waits: erased.waits,
    },
  });
  return changed;
}
