import type * as contract from '@lintel/contract/customers/customer';
import { customerMessages } from '@lintel/contract/customers/constants';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { requireCustomer } from './keep.ts';
import { selectCustomers, selectTags } from './list-repository.ts';
import { presentCustomer, presentNamesake, presentRow } from './present.ts';
import {
  insertCustomer,
  insertEvent,
  lockContact,
  lockCustomer,
  selectAlike,
  updateCustomer,
  type CustomerRow,
} from './repository.ts';

/** One of the contractor's customers, as resolved by the endpoints' `owner`. */
export interface OwnedCustomer {
  contractorId: number;
  customerId: number;
}

export async function readList(
  { db }: Context,
  contractorId: number,
  query: RequestPart<typeof contract.listCustomers, 'query'>,
): Promise<ResponseBody<typeof contract.listCustomers>> {
  const { page, limit, order, after, before, ...filter } = query;
  const place = { order, offset: (page - 1) * limit, limit, after, before };
  const { rows, ...totals } = await selectCustomers(db, { ...filter, contractorId }, place);
  return { data: rows.map(presentRow), ...totals };
}

/** Number of tags in the filter. */
const shownTags = 200;
export const readTags = async ({ db }: Context, contractorId: number) => ({
  data: await selectTags(db, contractorId, shownTags),
});

/** Number of similar customers shown. */
const shownAlike = 5;

/** Customers with this phone or e-mail, except the current one. */
export async function readAlike(
  { db }: Context,
  contractorId: number,
  { id = 0, ...contact }: RequestPart<typeof contract.findAlike, 'query'>,
) {
  const rows = await selectAlike(db, contractorId, contact, shownAlike + 1);
  const others = rows.filter((row) => row.id !== id).slice(0, shownAlike);
  return { data: others.map(presentNamesake) };
}

export async function readOne({ db }: Context, caller: Caller, owned: OwnedCustomer) {
  const { contractorId, customerId } = owned;
  return presentCustomer(db, caller, await requireCustomer(db, { contractorId, id: customerId }));
}

/**
 * Adds a customer. Throws `already_exists` when another has its phone or e-mail, unless `anyway`.
 */
export async function createCustomer(
  { db, clock }: Context,
  caller: Caller,
  contractorId: number,
  { anyway, ...form }: RequestPart<typeof contract.createCustomer, 'body'>,
) {
  const row = await db.transaction(async (tx) => {
    await lockContact(tx, contractorId, form);
    const [known] = anyway ? [] : await selectAlike(tx, contractorId, form, 1);
    if (known !== undefined) throw alreadyThere(known, form);
    const now = clock.now();
    const made = await insertCustomer(tx, {
      ...form,
      contractorId,
      origin: 'hand',
      createdAt: now,
      createdBy: caller.user.id,
      updatedAt: now,
      activeAt: now,
    });
    await recordAudit(tx, clock, caller, {
      action: 'customer.created',
      entity: 'customer',
      entityId: made.id,
    });
    return made;
  });
  return presentCustomer(db, caller, row);
}

function alreadyThere(known: CustomerRow, form: { phone: string }): AppError {
  const field = form.phone !== '' && known.phone === form.phone ? 'phone' : 'email';
  return new AppError('already_exists', {
    message: `${known.name} is already a customer.`,
    fields: { [field]: customerMessages.known },
  });
}

const fields = [
  'name',
  'phone',
  'email',
  'street',
  'city',
  'state',
  'zip',
  'notes',
  'tags',
] as const;

/** Changes a customer. Throws `conflict` when it changed since the caller read it. */
export async function editCustomer(
  { db, clock }: Context,
  caller: Caller,
  { contractorId, customerId }: OwnedCustomer,
  { version, ...form }: RequestPart<typeof contract.editCustomer, 'body'>,
) {
  const row = await db.transaction(async (tx) => {
    const key = {
      contractorId,
      id: (await requireCustomer(tx, { contractorId, id: customerId })).id,
    };
    const before = await lockCustomer(tx, key);
    if (before === undefined) throw new AppError('not_found');
    if (before.version !== version || before.mergedInto !== null) throw new AppError('conflict');
    const changed = fields.filter((name) => String(before[name]) !== String(form[name]));
    if (changed.length === 0) return before;
    const now = clock.now();
    const after = await updateCustomer(tx, key, { ...form, updatedAt: now, activeAt: now });
    await note(tx, clock, caller, key, { what: 'changed', details: { fields: changed } });
    return after;
  });
  return presentCustomer(db, caller, row);
}

/** Archives or unarchives a customer. Idempotent. */
export async function setArchived(
  { db, clock }: Context,
  caller: Caller,
  { contractorId, customerId }: OwnedCustomer,
  isArchived: boolean,
) {
  const row = await db.transaction(async (tx) => {
    const key = {
      contractorId,
      id: (await requireCustomer(tx, { contractorId, id: customerId })).id,
    };
    const before = await lockCustomer(tx, key);
    if (before === undefined) throw new AppError('not_found');
    if ((before.archivedAt !== null) === isArchived) return before;
    const now = clock.now();
    const after = await updateCustomer(tx, key, {
      archivedAt: isArchived ? now : null,
      updatedAt: now,
      activeAt: now,
    });
    await note(tx, clock, caller, key, { what: isArchived ? 'archived' : 'restored' });
    return after;
  });
  return presentCustomer(db, caller, row);
}

/** Records an action on a customer, for its page and the audit log. */
async function note(
  tx: Database,
  clock: Clock,
  caller: Caller,
  key: { contractorId: number; id: number },
  {
    what,
    details = {},
  }: { what: 'changed' | 'archived' | 'restored'; details?: Record<string, unknown> },
): Promise<void> {
  const event = { kind: what, actorId: caller.user.id, details };
  await insertEvent(tx, key, clock.now(), event);
  const entry = { entity: 'customer', entityId: key.id, details };
  await recordAudit(tx, clock, caller, { action: `customer.${what}`, ...entry });
}
