import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PersonMatch } from '../../../platform/persons.ts';
import { lockRequest, setRequest, type RequestRow } from './repository.ts';
import type { MatchDecisions } from './tables.ts';

/** Keys of the records that staff marked as the same person. */
export const includedIn = (decisions: MatchDecisions): string[] =>
  Object.keys(decisions).filter((key) => decisions[key] === 'same');

/** Records similar to the address of a request, from all sources. */
export async function findMatches(
  db: Database,
  { personSources }: Context,
  email: string,
): Promise<PersonMatch[]> {
  const found: PersonMatch[] = [];
  for (const source of personSources) found.push(...((await source.matches?.(db, email)) ?? []));
  return found;
}

/**
 * Records whether a record belongs to the requester. Throws `not_found` for a record that doesn't
 * match the address, `conflict` when the request changed since the caller saw it.
 */
export const decideMatch = (
  context: Context,
  caller: Caller,
  {
    id,
    version,
    key,
    decision,
  }: { id: number; version: number; key: string; decision: 'same' | 'other' },
): Promise<RequestRow> =>
  context.db.transaction(async (tx) => {
    const request = await lockRequest(tx, id);
    if (request === undefined || request.dueAt === null) throw new AppError('not_found');
    if (request.state !== 'open' || request.version !== version) throw new AppError('conflict');
    const match = (await findMatches(tx, context, request.email)).find((one) => one.key === key);
    if (match === undefined) throw new AppError('not_found');
    await recordAudit(tx, context.clock, caller, {
      action: 'privacy-request.match-decided',
      entity: 'privacy-request',
      entityId: id,
      contractorId: null,
      details: { record: key, why: match.why, decision },
    });
    return setRequest(tx, id, { matches: { ...request.matches, [key]: decision } });
  });

/** Throws `conflict` until staff have decided about every similar record. */
export async function requireDecided(
  tx: Database,
  context: Context,
  { email, matches }: RequestRow,
): Promise<void> {
  const open = (await findMatches(tx, context, email)).filter(
    ({ key }) => matches[key] === undefined,
  );
  if (open.length > 0)
    throw new AppError('conflict', {
      message: 'Please decide on each possible match first.',
    });
}
