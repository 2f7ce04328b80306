import { answerDays, copyDays } from '@lintel/contract/privacy/constants';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { AuditActionName } from '@lintel/contract/audit/actions';
import type { Database } from '../../../platform/db/connect.ts';
import { dayText } from '../../../platform/days.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Kept } from '../../../platform/persons.ts';
import { queueEmail } from '../../emails/index.ts';
import { makeCopy } from './copy.ts';
import type { RequestDeps } from './deps.ts';
import { eraseAddress } from './erase.ts';
import { lockRequest, setRequest, type RequestRow } from './repository.ts';

const dayMs = 86_400_000;

interface Decision {
  id: number;
  /** The state that the caller has seen. */
  version: number;
}

/**
 * Locks an open request as the caller has seen it. Throws `not_found`, or `conflict` when somebody
 * else has decided or changed it meanwhile.
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

interface News {
  /** What happened, for the message's key. */
  what: string;
  title: string;
  lines: string[];
  link?: string;
  button?: string;
}

const tell = (
  tx: Database,
  { mail }: RequestDeps,
  { id, email }: RequestRow,
  { what, title, lines, ...more }: News,
): Promise<void> =>
  queueEmail(tx, mail, {
    event: 'privacy-news',
    key: `privacy-request:${id}:${what}`,
    data: { to: email, news: { title, lines }, ...more },
  });

const audited = (
  tx: Database,
  { clock }: RequestDeps,
  caller: Caller,
  entry: { action: AuditActionName; id: number; details?: Record<string, unknown> },
): Promise<void> =>
  recordAudit(tx, clock, caller, {
    action: entry.action,
    entity: 'privacy-request',
    entityId: entry.id,
    contractorId: null,
    ...(entry.details && { details: entry.details }),
  });

/** Puts a request off by 45 days. Throws `conflict` when it was put off before. */
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
    await tell(tx, deps, request, {
      what: 'extended',
      title: 'We need more time for your request',
      lines: [
        `The law allows us to take ${answerDays} more days for your request ${request.id}. We answer by ${dayText(dueAt, deps.timeZone)}.`,
        `Why: ${reason}`,
      ],
    });
    await audited(tx, deps, caller, {
      action: 'privacy-request.extended',
      id: request.id,
      details: { before: request.dueAt.toISOString(), after: dueAt.toISOString() },
    });
    return changed;
  });

const decidedBy = (deps: RequestDeps, caller: Caller) => ({
  decidedAt: deps.clock.now(),
  decidedBy: caller.authenticated.id,
});

/** Rejects a request, with a reason that the person reads. */
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
    await tell(tx, deps, request, {
      what: 'rejected',
      title: 'We cannot do what you asked',
      lines: [`Your request ${request.id} was looked at and rejected.`, `Why: ${reason}`],
    });
    await audited(tx, deps, caller, { action: 'privacy-request.rejected', id: request.id });
    return changed;
  });

/** Sends the link to the copy, or deletes what nothing else needs and says what is kept. */
export const fulfil = (
  deps: RequestDeps,
  caller: Caller,
  decision: Decision,
): Promise<RequestRow> =>
  deps.db.transaction(async (tx) => {
    const request = await take(tx, decision);
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
  await tell(tx, deps, request, {
    what: 'fulfilled',
    title: 'The copy of your data is ready',
    lines: [
      'You asked for a copy of the personal data that we hold about this e-mail address. You can download it as a document to read and as data for another program.',
      `The link works for ${copyDays} days. Do not forward this message: whoever has the link can read the copy.`,
    ],
    link: `${deps.publicUrl}/privacy/copy/${secret}`,
    button: 'Get my copy',
  });
  await audited(tx, deps, caller, {
    action: 'privacy-request.fulfilled',
    id: request.id,
    details: Object.fromEntries(counts.map(({ what, count }) => [what, count])),
  });
  return changed;
}

/** That we answered has to be proved for two years (11 CCR 7101). */
const ownRecord: Kept = {
  what: 'This request with your e-mail address',
  why: 'For two years, as proof that we answered it.',
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
    until: now,
    now,
    by: caller,
  });
  const kept = [...erased.kept, ownRecord];
  const changed = await setRequest(tx, request.id, {
    state: 'fulfilled',
    outcome: { found: erased.found, kept },
    waits: erased.waits,
    ...decidedBy(deps, caller),
  });
  await tell(tx, deps, request, {
    what: 'fulfilled',
    title: 'Your data was deleted',
    lines: [
      'We deleted the personal data that we held about this e-mail address. The contractors you applied with were told.',
      'Kept for now:',
      ...kept.map(({ what, why }) => `${what}. ${why}`),
      'Lenders that you applied with keep records of their own. Copies that we make for emergencies keep the data until they are replaced.',
    ],
  });
  await audited(tx, deps, caller, {
    action: 'privacy-request.fulfilled',
    id: request.id,
    details: {
      ...Object.fromEntries(erased.found.map(({ what, count }) => [what, count])),
      waits: erased.waits,
    },
  });
  return changed;
}
