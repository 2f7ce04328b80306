import { sql } from 'drizzle-orm';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import {
  ownerRules,
  type IdPlace,
  type OwnedRow,
  type OwnerRule,
} from '@lintel/contract/core/owner';
import type { Database } from '../src/platform/db/connect.ts';
import { mayUse, type Caller } from '../src/platform/http/caller.ts';

/** A row's id, and its contractor or user. */
interface OwnedId {
  id: number | string;
  owner: number;
}
export type World = Record<OwnedRow | 'contractor' | 'user', OwnedId[]>;

const queries: Record<keyof World, string> = {
  contractor: 'select id, id as owner from contractors order by id limit 20',
  user: 'select id, id as owner from users order by id limit 20',
  page: 'select id, contractor_id as owner from co_branded_pages order by id',
  application: 'select id, contractor_id as owner from applications order by id limit 400',
  applicationNote: 'select id, contractor_id as owner from application_notes order by id limit 400',
  customer: 'select id, contractor_id as owner from customers order by id limit 400',
  applicationExport: 'select export_id as id, asked_by as owner from application_exports',
  otherCustomer: 'select id, contractor_id as owner from customers order by id limit 400',
  customerImport: 'select id, contractor_id as owner from customer_imports order by id limit 400',
  document: 'select id, contractor_id as owner from documents order by id limit 400',
  savedItem: 'select id, contractor_id as owner from saved_items order by id limit 400',
  sentLink: 'select id, contractor_id as owner from sent_links order by id limit 400',
  pushDevice: 'select id, user_id as owner from push_devices order by id',
  payment: 'select id, contractor_id as owner from payments order by id limit 400',
  paymentIntent:
    'select intent_id as id, contractor_id as owner from payment_attempts where intent_id is not null order by id limit 400',
  teamUser:
    "select id, contractor_id as owner from users where kind = 'team' and removed_at is null order by id",
  contractorView: 'select id, user_id as owner from contractor_views order by id',
  session: 'select id, user_id as owner from sessions where ended_at is null order by created_at',
  passkey: 'select id, user_id as owner from passkeys order by id',
  lenderApplication: `select reference as id, lender_id as owner from application_lenders l
    join applications a on a.contractor_id = l.contractor_id and a.id = l.application_id
    where sent_at is not null order by lender_id`,
};

/** The owners of the demo's rows. */
export async function readWorld(db: Database): Promise<World> {
  const entries = Object.entries(queries).map(async ([name, query]) => {
    const { rows } = await db.execute<{ id: number | string; owner: number }>(sql.raw(query));
    return [name, rows] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as World;
}

type AtRule = Extract<OwnerRule, { at: IdPlace }>;

/** An endpoint's rules on ids, except for ids that everyone may name. */
export const idRulesOf = (spec: EndpointSpec): AtRule[] =>
  ownerRules(spec.owner).filter((rule) => 'at' in rule && rule.kind !== 'shared') as AtRule[];

type Named = keyof World;
const namedBy = (rule: AtRule): Named => {
  if (rule.kind === 'row') return rule.row;
  return rule.kind === 'user' || rule.kind === 'account' ? 'user' : 'contractor';
};

/** The required owner of an id of this kind, for a caller. */
function ownersOf(named: Named, rule: AtRule, { user, authenticated }: Caller): (number | null)[] {
  if (['contractorView', 'session', 'applicationExport', 'pushDevice'].includes(named))
    return [authenticated.id];
  if (named === 'lenderApplication') return [user.lender?.id ?? null];
  if (rule.kind === 'account') return [user.id, authenticated.id];
  return named === 'user' || named === 'passkey' ? [user.id] : [user.contractorId];
}

/** An id's relation to a caller. */
export type Kind = 'foreign' | 'missing' | 'malformed';

/** Ids that aren't numbers. */
const textIds: Partial<Record<Named, { missing: string; malformed: readonly string[] }>> = {
  paymentIntent: { missing: 'no_such_intent', malformed: ['!', 'a b'] },
  applicationExport: {
    missing: '6f1c1c5e-9d43-4e0a-8a55-0d5b0d3f9a11',
    malformed: ['1', 'x'],
  },
  lenderApplication: { missing: 'no-such-application', malformed: ['1', 'a b'] },
  session: { missing: '6f1c1c5e-9d43-4e0a-8a55-0d5b0d3f9a10', malformed: ['1', 'x'] },
};
const malformed = ['x', '0x66', '-1', '1e2', '999999999999'];

/** Ids of each kind for a rule, from this caller's view. */
export function idsFor(
  rule: AtRule,
  caller: Caller | null,
  world: World,
): { kind: Kind; id: number | string }[] {
  const named = namedBy(rule);
  const owners = caller === null ? [] : ownersOf(named, rule, caller);
  const foreign = world[named].filter(({ owner }) => !owners.includes(owner));
  if (foreign.length === 0) throw new Error(`There is no ${named} of anybody else`);
  // Includes an id of the signed-in account that has switched: only the switched account counts.
  const shown = [foreign[0], foreign.find(({ owner }) => owner === caller?.authenticated.id)];
  const texts = textIds[named];
  return [...new Set(shown.flatMap((one) => (one === undefined ? [] : [one.id])))]
    .map((id): { kind: Kind; id: number | string } => ({ kind: 'foreign', id }))
    .concat(
      { kind: 'missing', id: texts?.missing ?? 2_000_000_000 },
      (texts?.malformed ?? malformed).map((id) => ({ kind: 'malformed' as const, id })),
    );
}

/** An id that the caller may name; a foreign one if the caller has none of this kind. */
const ownIdFor = (rule: AtRule, caller: Caller | null, world: World): number | string => {
  const named = namedBy(rule);
  const owners = caller === null ? [] : ownersOf(named, rule, caller);
  return (world[named].find(({ owner }) => owners.includes(owner)) ?? world[named][0])?.id ?? 1;
};

/** An endpoint call: its ids by place. */
export interface Said {
  params: Record<string, number | string>;
  query: Record<string, number | string>;
  body: Record<string, unknown>;
}

/** Further input of a call, for endpoints that check an id after everything else. */
export type Besides = Partial<Record<string, { query?: Record<string, string>; body?: object }>>;

/** A call with one given id; the others are allowed for the caller. */
export function saidWith(
  spec: EndpointSpec,
  asked: { rule: AtRule; id: number | string },
  { caller, world, besides }: { caller: Caller | null; world: World; besides: Besides },
): Said {
  const more = besides[spec.name] ?? {};
  const params = Object.fromEntries(
    [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 1]),
  );
  const said: Said = { params, query: { ...more.query }, body: { ...more.body } };
  for (const rule of idRulesOf(spec)) {
    const id = rule === asked.rule ? asked.id : ownIdFor(rule, caller, world);
    said[rule.at.in][rule.at.field] = id;
  }
  return said;
}

const isOfBody = (rule: OwnerRule): boolean => 'at' in rule && rule.at.in === 'body';

/**
 * The status that the declaration requires for a call, or null if it passes: access first, then the
 * format of the ids, then their owners, in the order of the rules.
 */
export function promisedStatus(
  spec: EndpointSpec,
  said: Said,
  { caller, world }: { caller: Caller | null; world: World },
): number | null {
  const claimed = claimStatus(spec, said, caller);
  if (claimed !== null) return claimed;
  if (caller === null) return 401;
  if (!mayUse(spec.access, caller)) return 403;
  for (const part of ['params', 'query'] as const) {
    // As text, like in a request.
    const text = Object.fromEntries(
      Object.entries(said[part]).map(([name, value]) => [name, String(value)]),
    );
    if (spec[part] && !spec[part].safeParse(text).success) return 400;
  }
  const rules = ownerRules(spec.owner);
  const before = rules.filter((rule) => !isOfBody(rule));
  const early = firstRefusal(before, said, caller, world);
  if (early !== null) return early;
  if (spec.body && rules.some(isOfBody) && !spec.body.safeParse(said.body).success) return 422;
  return firstRefusal(rules.filter(isOfBody), said, caller, world);
}

/** In a GET request without the header, `userId` in the query names the user. */
function claimStatus(spec: EndpointSpec, { query }: Said, caller: Caller | null): number | null {
  const claim = query['userId'];
  if (spec.method !== 'GET' || claim === undefined || caller?.switched) return null;
  if (!/^\d{1,10}$/.test(String(claim))) return 400;
  return caller === null || Number(claim) === caller.user.id ? null : 404;
}

function firstRefusal(
  rules: readonly OwnerRule[],
  said: Said,
  caller: Caller,
  world: World,
): number | null {
  for (const rule of rules) {
    const status = refusal(rule, said, caller, world);
    if (status !== null) return status;
  }
  return null;
}

function refusal(rule: OwnerRule, said: Said, caller: Caller, world: World): number | null {
  const { contractorId } = caller.user;
  if (rule.kind === 'unowned' || rule.kind === 'shared') return null;
  if (rule.kind === 'not-switched') return caller.switched ? 403 : null;
  if (rule.kind === 'own-people') return caller.switched || contractorId === null ? 403 : null;
  if (rule.kind === 'contractor-owner') return caller.user.kind === 'owner' ? null : 403;
  if (rule.kind === 'own-contractor') return contractorId === null ? 404 : null;
  if (rule.kind === 'contractor' && rule.orWith && mayUse(rule.orWith, caller)) return null;
  const named = namedBy(rule);
  const id = said[rule.at.in][rule.at.field];
  const owner = world[named].find((one) => String(one.id) === String(id))?.owner;
  return owner !== undefined && ownersOf(named, rule, caller).includes(owner) ? null : 404;
}

/** The reviewed list: one row per endpoint, with its declaration. */
export function formatOwners(endpoints: readonly EndpointSpec[]): string {
  const lines = endpoints.flatMap((spec) => {
    const rules = ownerRules(spec.owner);
    if (rules.length === 0) return [];
    return [`| ${spec.method} ${spec.path} | ${rules.map(inWords).join(', then ')} |`];
  });
  return ['| endpoint | whose its ids are |', '| --- | --- |', ...lines, ''].join('\n');
}

const rowWords: Record<OwnedRow, string> = {
  page: 'page',
  application: 'application',
  applicationNote: 'note',
  customer: 'customer',
  applicationExport: 'large export that the account started',
  otherCustomer: 'customer',
  customerImport: 'import of customers',
  document: 'document',
  savedItem: 'saved item',
  sentLink: 'sent link',
  pushDevice: 'device with notifications',
  payment: 'payment',
  paymentIntent: 'charge',
  teamUser: 'team user',
  contractorView: 'saved view',
  session: 'living session',
  passkey: 'passkey',
  lenderApplication: "lender's application",
};

const place = ({ at }: { at: IdPlace }): string =>
  at.in === 'params' ? `\`${at.field}\`` : `\`${at.field}\` of the ${at.in}`;

function inWords(rule: OwnerRule): string {
  switch (rule.kind) {
    case 'contractor':
      return rule.orWith
        ? `${place(rule)}: the caller's contractor, or any one for staff who review`
        : `${place(rule)}: the caller's contractor`;
    case 'optional-contractor':
      return `${place(rule)}: the caller's contractor, or left out`;
    case 'own-contractor':
      return 'whoever has a contractor';
    case 'user':
      return `${place(rule)}: the account that is looked at`;
    case 'account':
      return `${place(rule)}: the account that is looked at, or that signed in`;
    case 'row':
      return `${place(rule)}: a ${rowWords[rule.row]} of theirs${rule.isOptional ? ', or left out' : ''}`;
    case 'shared':
      return `${place(rule)}: anybody's. ${rule.why}`;
    case 'not-switched':
      return 'nobody who is switched into the account';
    case 'own-people':
      return "only the contractor's own people";
    case 'contractor-owner':
      return "only the contractor's owner, or staff who look at the owner's account";
    case 'unowned':
      return `nobody's: ${rule.why}`;
  }
}
