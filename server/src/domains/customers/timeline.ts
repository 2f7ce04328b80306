import { and, desc, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm';
import { isOneOf } from '@lintel/contract/core/narrow';
import type * as contract from '@lintel/contract/customers/customer';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { resolveSections } from '../../platform/http/sections.ts';
import { fullNames } from '../identity/index.ts';
import { applicationTimeline } from './application-timeline.ts';
import { requireCustomer } from './keep.ts';
import type { SeenSource, TimelineItem, TimelineQuery } from './ports.ts';
import { customerEvents, customers } from './tables.ts';

const pageSize = 30;

/** A page of a customer's timeline, merged from all sources. */
export async function readTimeline(
  { db, customerTimelines }: Context,
  caller: Caller,
  { contractorId, customerId }: { contractorId: number; customerId: number },
  before: Date,
): Promise<ResponseBody<typeof contract.readCustomerTimeline>> {
  const { id } = await requireCustomer(db, { contractorId, id: customerId });
  const seen = resolveSections(caller);
  const of = { contractorId, customerId: id, seen };
  const sources: SeenSource[] = [
    { section: 'applications', read: applicationTimeline },
    ...customerTimelines,
  ];
  const open = sources.filter(({ section }) => seen[section]).map(({ read }) => read);
  const found = await Promise.all(
    [ownEvents, ...open].map((read) => read(db, of, before, pageSize + 1)),
  );
  const items = found.flat().toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const shown = wholeMoments(items);
  const last = shown.at(-1);
  return {
    data: shown.map(({ at, kind, text = kind, href = null }) => ({
      at: at.toISOString(),
      kind,
      text,
      href,
    })),
    next: last !== undefined && shown.length < items.length ? last.at.toISOString() : null,
  };
}

/**
 * The first items, without splitting items of the same time, because the next page starts before
 * that time.
 */
function wholeMoments(items: readonly TimelineItem[]): readonly TimelineItem[] {
  const next = items[pageSize]?.at.getTime();
  if (next === undefined) return items;
  const whole = items.slice(0, pageSize).filter(({ at }) => at.getTime() > next);
  return whole.length > 0 ? whole : items.filter(({ at }) => at.getTime() === next);
}

const fieldWords: Readonly<Record<string, string>> = {
  name: 'name',
  phone: 'phone',
  email: 'e-mail',
  street: 'street',
  city: 'city',
  state: 'state',
  zip: 'ZIP code',
  notes: 'notes',
  tags: 'tags',
};

/** `name, phone and tags` */
function fieldsText(details: Record<string, unknown>): string {
  const { fields } = details;
  const names = Array.isArray(fields) ? fields.flatMap((one) => fieldWords[String(one)] ?? []) : [];
  return new Intl.ListFormat('en-US').format(names);
}

const ownKinds = [
  'changed',
  'archived',
  'restored',
  'filled',
  'application',
  'merged',
  'email-accepted',
  'email-kept',
] as const;
const sentences: Record<(typeof ownKinds)[number], (details: Record<string, unknown>) => string> = {
  changed: (details) => `Changed: ${fieldsText(details)}`,
  archived: () => 'Archived',
  restored: () => 'Restored from the archive',
  filled: (details) => `Filled in: ${fieldsText(details)}`,
  application: () => 'An application was added',
  merged: ({ from, name }) =>
    typeof name === 'string' && name !== ''
      ? `${name} (customer ${String(from)}) was merged into this one`
      : `Customer ${String(from)} was merged into this one`,
  'email-accepted': () => 'The e-mail from an application was accepted',
  'email-kept': () => 'The e-mail from an application was not used',
};

/** Events visible only with the Applications section. */
const applicationKinds = ['application', 'email-accepted', 'email-kept'];

/** Names of merged customers; a removed person has none. */
async function mergedNames(
  db: Database,
  contractorId: number,
  rows: readonly (typeof customerEvents.$inferSelect)[],
): Promise<ReadonlyMap<number, string>> {
  const ids = rows.flatMap(({ kind, details: { from } }) =>
    kind === 'merged' && typeof from === 'number' ? [from] : [],
  );
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(
      and(
        eq(customers.contractorId, contractorId),
        inArray(customers.id, ids),
        isNull(customers.anonymisedAt),
      ),
    );
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The customer's stored events. */
async function ownEvents(
  db: Database,
  { contractorId, customerId, seen }: TimelineQuery,
  before: Date,
  limit: number,
): Promise<TimelineItem[]> {
  const rows = await db
    .select()
    .from(customerEvents)
    .where(
      and(
        eq(customerEvents.contractorId, contractorId),
        eq(customerEvents.customerId, customerId),
        lt(customerEvents.at, before),
        seen.applications ? undefined : notInArray(customerEvents.kind, applicationKinds),
      ),
    )
    .orderBy(desc(customerEvents.at), desc(customerEvents.id))
    .limit(limit);
  const actors = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))];
  const names = actors.length === 0 ? new Map<number, string>() : await fullNames(db, actors);
  const merged = await mergedNames(db, contractorId, rows);
  return rows.map(({ at, kind, actorId, details }) => {
    const described = { ...details, name: merged.get(Number(details['from'])) };
    const words = isOneOf(ownKinds, kind) ? sentences[kind](described) : kind;
    const name = names.get(actorId ?? 0) ?? '';
    return { at, kind, text: name === '' ? words : `${words} — ${name}` };
  });
}
