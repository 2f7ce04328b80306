import type { FastifyRequest } from 'fastify';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { fieldNames } from '@lintel/contract/core/field-names';
import { isRecord } from '@lintel/contract/core/narrow';
import {
  ownerRules,
  type AccountRule,
  type ContractorRule,
  type OwnContractorRule,
  type OwnedIds,
  type OwnedRow,
  type OwnerRule,
  type RowRule,
  type UserRule,
} from '@lintel/contract/core/owner';
import { mayUse, type Account, type Caller } from './caller.ts';
import { AppError } from '../errors.ts';

/** What a rule passes to the handler. */
type OwnerFacts<Rule> = Rule extends ContractorRule | OwnContractorRule
  ? { contractorId: number }
  : Rule extends UserRule
    ? { user: Account }
    : Rule extends AccountRule
      ? { account: Account }
      : Rule extends RowRule<infer Row, infer Optional>
        ? {
            [Key in Row as `${Key}Id`]: OwnedIds[Key] | (Optional extends true ? undefined : never);
          }
        : never;

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type SpecRule<Spec> = Spec extends { owner: infer Rules }
  ? Rules extends readonly (infer Rule)[]
    ? Rule
    : Rules
  : never;

/** The resolved objects that a handler may access, by its endpoint's `owner`. */
export type Owned<Spec> = Intersection<OwnerFacts<SpecRule<Spec>>>;

/**
 * Whether the row with this id belongs to the viewed account. Each domain provides finders for its
 * rows.
 */
export type OwnerFinders = {
  [Row in OwnedRow]: (caller: Caller, id: OwnedIds[Row]) => Promise<boolean>;
};

/** A finder of contractors' rows: staff who aren't viewing a contractor have none. */
export const ownedByContractor =
  <Id>(find: (contractorId: number, id: Id) => Promise<boolean>) =>
  async ({ user: { contractorId } }: Caller, id: Id): Promise<boolean> =>
    contractorId !== null && (await find(contractorId, id));

/** The validated parts of a request. */
export type RequestParts = Partial<Record<'params' | 'query' | 'body', unknown>>;

/** The objects that the rules have resolved so far, as the handler receives them. */
export type Found = Record<string, unknown>;

const isInBody = (rule: OwnerRule): boolean => 'at' in rule && rule.at.in === 'body';

/**
 * Applies an endpoint's rules that can run `before` its body is read, or those that need it. Throws
 * `not_found` for anything outside the viewed account, and `access_denied` where the caller can't
 * act for the contractor.
 */
export async function resolveOwner(
  { owner }: EndpointSpec,
  when: 'before' | 'after',
  asked: { caller: Caller | null; parts: RequestParts; finders: OwnerFinders },
): Promise<Found> {
  const found: Found = {};
  for (const rule of ownerRules(owner)) {
    if (isInBody(rule) !== (when === 'after')) continue;
    Object.assign(found, await ask(rule, asked));
  }
  return found;
}

async function ask(
  rule: OwnerRule,
  { caller, parts, finders }: { caller: Caller | null; parts: RequestParts; finders: OwnerFinders },
): Promise<Found> {
  if (rule.kind === 'unowned' || rule.kind === 'shared') return {};
  // Ownership needs a caller: without one, nothing belongs to anyone.
  if (caller === null) throw new AppError('not_found');
  const id = 'at' in rule ? valueAt(parts[rule.at.in], rule.at.field) : undefined;
  switch (rule.kind) {
    case 'contractor':
      return { contractorId: resolveContractor(rule, caller, id) };
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
    case 'contractor-owner':
      if (caller.user.kind !== 'owner') throw refused();
      return {};
  }
}

function requireTheirs(isTheirs: boolean, found: Found): Found {
  if (!isTheirs) throw new AppError('not_found');
  return found;
}

const refused = (message?: string): AppError =>
  new AppError('access_denied', message === undefined ? {} : { message });

function resolveContractor({ orWith }: ContractorRule, caller: Caller, id: unknown): number {
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has read the id
  const find = finders[row] as (caller: Caller, id: unknown) => Promise<boolean>;
  return requireTheirs(id !== undefined && (await find(caller, id)), found);
}

const valueAt = (part: unknown, field: string): unknown =>
  isRecord(part) ? part[field] : undefined;

/** Ids that a body repeats from its path: the name in the body, and in the path. */
const repeatedIds = [
  ['id', 'id'],
  ['contractorId', 'id'],
  ['pId', 'pid'],
] as const;

/** Ids in a body are never trusted: they must match the path and the caller. */
export function requireAgreement(
  request: Pick<FastifyRequest, 'body' | 'params'> & { caller: Caller | null },
): void {
  const body = isRecord(request.body) ? request.body : {};
  const params = isRecord(request.params) ? request.params : {};
  for (const [told, asked] of repeatedIds) {
    if (body[told] !== undefined && params[asked] !== undefined && body[told] !== params[asked]) {
      throw new AppError('bad_request', {
        message: `The ${told} of the body is not the one of the address.`,
      });
    }
  }
  const { caller } = request;
  const userId = body['userId'];
  if (
    typeof userId === 'number' &&
    caller &&
    ![caller.user.id, caller.authenticated.id].includes(userId)
  ) {
    throw new AppError('not_found');
  }
}

const isIdName = (name: string): boolean => /^ids?$|[a-z]Ids?$/.test(name);

interface Ids {
  params: string[];
  query: string[];
  body: string[];
}

const pathParameters = ({ path }: EndpointSpec): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/**
 * The ids that a call of this endpoint contains. `userId` of a GET or a body is compared with the
 * caller everywhere, and so is what a body repeats from the path.
 */
function findIds(spec: EndpointSpec): Ids {
  const params = pathParameters(spec);
  const isRepeated = (name: string): boolean =>
    repeatedIds.some(([told, asked]) => told === name && params.includes(asked));
  const ids = (schema: EndpointSpec['body']): string[] =>
    fieldNames(schema).filter((name) => isIdName(name) && name !== 'userId' && !isRepeated(name));
  return { params, query: ids(spec.query), body: ids(spec.body) };
}

/**
 * Throws unless the endpoint declares the owner of each id in a call, or why none of them has one.
 */
export function requireDeclaredOwner(spec: EndpointSpec): void {
  const rules = ownerRules(spec.owner);
  if (rules.some(({ kind }) => kind === 'unowned')) return;
  const places = rules.flatMap((rule) => ('at' in rule ? [rule.at] : []));
  const ids = findIds(spec);
  for (const part of ['params', 'query', 'body'] as const) {
    const open = ids[part].find(
      (name) => !places.some((place) => place.in === part && place.field === name),
    );
    if (open !== undefined) throw new Error(`${spec.name} does not say whose its ${open} is`);
  }
  for (const place of places) {
    const known = place.in === 'params' ? pathParameters(spec) : fieldNames(spec[place.in]);
    if (!known.includes(place.field))
      throw new Error(`${spec.name} has no ${place.field} that could be somebody's`);
  }
  if (
    rules.some(asksForCaller) &&
    !['signedIn', 'privilege', 'staff', 'lender'].includes(spec.access.kind)
  )
    throw new Error(`${spec.name} has an owner and no caller`);
}

const asksForCaller = ({ kind }: OwnerRule): boolean => kind !== 'shared' && kind !== 'unowned';
