import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import {
  rulesOf,
  type ContractorRule,
  type OwnerRule,
  type RowRule,
} from '@lintel/contract/core/owner';
import { AppError } from '../errors.ts';
import { mayUse, type Caller } from './caller.ts';
import type { OwnerFinders } from './owned.ts';

/** The parts of a request, validated. */
export type SaidParts = Partial<Record<'params' | 'query' | 'body', unknown>>;

/** What the rules have found so far, as the handler receives it. */
export type Found = Record<string, unknown>;

const isOfBody = (rule: OwnerRule): boolean => 'at' in rule && rule.at.in === 'body';

/**
 * Asks the rules of an endpoint that can be asked `before` its body is read, or those that need it.
 * Throws `not_found` for what is not of the account that is looked at, `access_denied` where nobody
 * may act for the contractor.
 */
export async function resolveOwner(
  { owner }: EndpointSpec,
  when: 'before' | 'after',
  asked: { caller: Caller | null; said: SaidParts; finders: OwnerFinders },
): Promise<Found> {
  const found: Found = {};
  for (const rule of rulesOf(owner)) {
    if (isOfBody(rule) !== (when === 'after')) continue;
    Object.assign(found, await ask(rule, asked));
  }
  return found;
}

async function ask(
  rule: OwnerRule,
  { caller, said, finders }: { caller: Caller | null; said: SaidParts; finders: OwnerFinders },
): Promise<Found> {
  if (rule.kind === 'unowned' || rule.kind === 'shared') return {};
  // An owner asks for a caller: without one nothing belongs to anybody.
  if (caller === null) throw new AppError('not_found');
  const id = 'at' in rule ? valueAt(said[rule.at.in], rule.at.field) : undefined;
  switch (rule.kind) {
    case 'contractor':
      return { contractorId: contractorOf(rule, caller, id) };
    case 'optional-contractor':
      return requireTheirs(id === undefined || id === caller.user.contractorId, {});
    case 'own-contractor':
      return requireTheirs(caller.user.contractorId !== null, {
        contractorId: caller.user.contractorId,
      });
    case 'user':
      return requireTheirs(id === undefined || id === caller.user.id, { user: caller.user });
    case 'account': {
      const account = [caller.user, caller.authenticated].find((one) => one.id === id);
      return requireTheirs(account !== undefined, { account });
    }
    case 'row':
      return findRow(rule, caller, id, finders);
    case 'not-switched':
      if (caller.switched) throw refused(rule.message);
      return {};
    case 'own-people':
      if (caller.user.contractorId === null || caller.switched) throw refused();
      return {};
  }
}

function requireTheirs(isTheirs: boolean, found: Found): Found {
  if (!isTheirs) throw new AppError('not_found');
  return found;
}

const refused = (message?: string): AppError =>
  new AppError('access_denied', message === undefined ? {} : { message });

function contractorOf({ orWith }: ContractorRule, caller: Caller, id: unknown): number {
  const isOwn = caller.user.contractorId === id;
  const isAnyones = orWith !== undefined && mayUse(orWith, caller);
  if (typeof id !== 'number' || !(isOwn || isAnyones)) throw new AppError('not_found');
  return id;
}

async function findRow(
  { row, isOptional }: RowRule,
  caller: Caller,
  id: unknown,
  finders: OwnerFinders,
): Promise<Found> {
  const found = { [`${row}Id`]: id };
  if (id === undefined && isOptional) return found;
  // The endpoint's schema has read the id, in the type that the finder of these rows takes.
  const find = finders[row] as (caller: Caller, id: unknown) => Promise<boolean>;
  return requireTheirs(id !== undefined && (await find(caller, id)), found);
}

const valueAt = (part: unknown, field: string): unknown =>
  typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[field] : undefined;
