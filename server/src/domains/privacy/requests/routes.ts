import * as contract from '@lintel/contract/privacy/requests';
import type { PrivacyRequest } from '@lintel/contract/privacy/requests';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { companyNames } from '../../contractors/index.ts';
import { fullNames } from '../../identity/index.ts';
import { extend, fulfil, reject } from './decide.ts';
import { decideMatch, findMatches } from './matches.ts';
import { findRequest, selectRequests, type RequestRow } from './repository.ts';
import type { RequestOutcome } from './tables.ts';

export const requestRoutes = (context: Context): Route[] => [
  handle(contract.listPrivacyRequests, async ({ query }) => {
    const now = context.clock.now();
    const { rows, ...counts } = await selectRequests(context.db, query, now);
    return {
      data: rows.map(({ request, companyName }) => present(request, companyName, now)),
      ...counts,
    };
  }),
  handle(contract.readPrivacyRequest, async ({ params }) => {
    const found = await required(context, params.id);
    const { request } = found;
    const { decidedBy } = request;
    const names = await fullNames(context.db, decidedBy === null ? [] : [decidedBy]);
    return {
      ...present(request, found.companyName, context.clock.now()),
      ...(request.outcome ?? (await previewOutcome(context, request))),
      matches: await presentMatches(context, request),
      extensionReason: request.extensionReason,
      reason: request.reason,
      decidedBy: decidedBy === null ? null : (names.get(decidedBy) ?? ''),
      copyUntil:
        request.copySealed === null ? null : (request.copyExpiresAt?.toISOString() ?? null),
    };
  }),
  handle(contract.extendPrivacyRequest, async ({ params, body, caller }) => {
    await extend(context, caller, { ...params, ...body });
    return requestAnswer(
      context,
      params.id,
      'The deadline was extended, and the person was notified.',
    );
  }),
  handle(contract.rejectPrivacyRequest, async ({ params, body, caller }) => {
    await reject(context, caller, { ...params, ...body });
    return requestAnswer(
      context,
      params.id,
      'The request was rejected, and the person was notified.',
    );
  }),
  handle(contract.decidePrivacyMatch, async ({ params, body, caller }) => {
    await decideMatch(context, caller, { ...params, ...body });
    return requestAnswer(context, params.id, 'Your decision was saved.');
  }),
  handle(contract.fulfilPrivacyRequest, async ({ params, body, caller }) => {
    const { kind } = await fulfil(context, caller, { ...params, ...body });
    const message =
      kind === 'copy'
        ? 'The person will receive a link to the copy.'
        : 'The data was deleted, and the person was notified.';
    return requestAnswer(context, params.id, message);
  }),
];

/** Records for staff to compare; empty once the request was answered. */
async function presentMatches(context: Context, { state, email, matches }: RequestRow) {
  if (state !== 'open') return [];
  const found = await findMatches(context.db, context, email);
  const ids = found.map(({ contractorId }) => contractorId);
  const names = await companyNames(context.db, [...new Set(ids)]);
  return found.map(({ contractorId, ...match }) => ({
    ...match,
    companyName: names.get(contractorId) ?? '',
    decision: matches[match.key] ?? null,
  }));
}

async function required({ db }: Context, id: number) {
  const found = await findRequest(db, id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

async function requestAnswer(context: Context, id: number, message: string) {
  const { request, companyName } = await required(context, id);
  return { message, request: present(request, companyName, context.clock.now()) };
}

/** The person's current data and what a deletion would keep; empty for a rejected request. */
async function previewOutcome(
  { db, clock, personSources }: Context,
  { state, email, kind }: RequestRow,
): Promise<RequestOutcome> {
  const outcome: RequestOutcome = { found: [], kept: [] };
  if (state !== 'open') return outcome;
  for (const source of personSources) {
    const { count, kept } = await source.look(db, email, clock.now());
    outcome.found.push({ what: source.name, count });
    if (kind === 'deletion') outcome.kept.push(...kept.map(({ en }) => en));
  }
  return outcome;
}

function present(request: RequestRow, companyName: string | null, now: Date): PrivacyRequest {
  const { id, kind, state, email, receivedAt, dueAt, extendedAt, decidedAt, version } = request;
  if (state === 'unproven' || receivedAt === null || dueAt === null)
    throw new Error(`Privacy request ${id} was never confirmed`);
  return {
    id,
    kind,
    state,
    email,
    companyName,
    receivedAt: receivedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    overdue: state === 'open' && dueAt < now,
    extended: extendedAt !== null,
    decidedAt: decidedAt?.toISOString() ?? null,
    version,
  };
}
