import * as contract from '@lintel/contract/privacy/requests';
import type { PrivacyRequest } from '@lintel/contract/privacy/requests';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { extend, fulfil, reject } from './decide.ts';
import type { RequestDeps } from './deps.ts';
import { decideMatch, matchesOf } from './matches.ts';
import { findRequest, selectRequests, type RequestRow } from './repository.ts';
import type { RequestOutcome } from './tables.ts';

export const requestRoutes = (deps: RequestDeps): Route[] => [
  handle(contract.listPrivacyRequests, async ({ query }) => {
    const now = deps.clock.now();
    const { rows, ...counts } = await selectRequests(deps.db, query, now);
    return {
      data: rows.map(({ request, companyName }) => present(request, companyName, now)),
      ...counts,
    };
  }),
  handle(contract.readPrivacyRequest, async ({ params }) => {
    const found = await required(deps, params.id);
    const { request } = found;
    const names = await deps.namesOf(
      deps.db,
      request.decidedBy === null ? [] : [request.decidedBy],
    );
    return {
      ...present(request, found.companyName, deps.clock.now()),
      ...(request.outcome ?? (await looked(deps, request))),
      matches: await presentMatches(deps, request),
      extensionReason: request.extensionReason,
      reason: request.reason,
      decidedBy: request.decidedBy === null ? null : (names.get(request.decidedBy) ?? ''),
      copyUntil:
        request.copySealed === null ? null : (request.copyExpiresAt?.toISOString() ?? null),
    };
  }),
  handle(contract.extendPrivacyRequest, async ({ params, body, caller }) => {
    await extend(deps, caller, { ...params, ...body });
    return answerOf(deps, params.id, 'The request was put off, and the person was told.');
  }),
  handle(contract.rejectPrivacyRequest, async ({ params, body, caller }) => {
    await reject(deps, caller, { ...params, ...body });
    return answerOf(deps, params.id, 'The request was rejected, and the person was told.');
  }),
  handle(contract.decidePrivacyMatch, async ({ params, body, caller }) => {
    await decideMatch(deps, caller, { ...params, ...body });
    return answerOf(deps, params.id, 'Your decision was saved.');
  }),
  handle(contract.fulfilPrivacyRequest, async ({ params, body, caller }) => {
    const { kind } = await fulfil(deps, caller, { ...params, ...body });
    const said =
      kind === 'copy'
        ? 'The person gets a link to the copy.'
        : 'The data was deleted, and the person was told.';
    return answerOf(deps, params.id, said);
  }),
];

/** Records for staff to compare; empty once the request was answered. */
async function presentMatches(deps: RequestDeps, { state, email, matches }: RequestRow) {
  if (state !== 'open') return [];
  const found = await matchesOf(deps.db, deps, email);
  return Promise.all(
    found.map(async ({ contractorId, ...match }) => ({
      ...match,
      companyName: await deps.companyOf(deps.db, contractorId),
      decision: matches[match.key] ?? null,
    })),
  );
}

async function required({ db }: RequestDeps, id: number) {
  const found = await findRequest(db, id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

async function answerOf(deps: RequestDeps, id: number, message: string) {
  const { request, companyName } = await required(deps, id);
  return { message, request: present(request, companyName, deps.clock.now()) };
}

/** The person's current data and what a deletion would keep; empty for a rejected request. */
async function looked(
  { db, clock, persons }: RequestDeps,
  { state, email, kind }: RequestRow,
): Promise<RequestOutcome> {
  const outcome: RequestOutcome = { found: [], kept: [] };
  if (state !== 'open') return outcome;
  for (const source of persons) {
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
