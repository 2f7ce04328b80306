import type { CustomerOrigin } from '@lintel/contract/customers/constants';
import { customerForm } from '@lintel/contract/customers/customer';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import {
  applicationIds,
  findByApplication,
  findCustomer,
  insertApplication,
  insertCustomer,
  insertEvent,
  lockContact,
  moveUp,
  selectAlike,
  updateCustomer,
  type CustomerEvent,
  type CustomerRow,
} from './repository.ts';

/** Facts about a person as received: values that break a form rule are left out. */
export interface CustomerFacts {
  name: string;
  phone?: string;
  email?: string;
  street?: string;
  city?: string;
  state?: string;
  zip?: string;
}

const factNames = ['name', 'phone', 'email', 'street', 'city', 'state', 'zip'] as const;
type Facts = Record<(typeof factNames)[number], string>;

const rules = customerForm.shape;
/** The valid facts; the others empty. */
const validFacts = (facts: CustomerFacts): Facts => ({
  name: rules.name.safeParse(facts.name).data ?? '',
  phone: rules.phone.safeParse(facts.phone).data ?? '',
  email: rules.email.safeParse(facts.email).data ?? '',
  street: rules.street.safeParse(facts.street).data ?? '',
  city: rules.city.safeParse(facts.city).data ?? '',
  state: rules.state.safeParse(facts.state).data ?? '',
  zip: rules.zip.safeParse(facts.zip).data ?? '',
});

/** The active customer with this id; for a merged one, the customer it was merged into. */
export async function requireCustomer(
  db: Database,
  { contractorId, id }: { contractorId: number; id: number },
): Promise<CustomerRow> {
  let row = await findCustomer(db, { contractorId, id });
  // A merge also repoints earlier merges, so one step is enough.
  if (row?.mergedInto != null) row = await findCustomer(db, { contractorId, id: row.mergedInto });
  if (row === undefined || row.anonymisedAt !== null) throw new AppError('not_found');
  return row;
}

/** Customers with the same phone or e-mail that are compared. */
const mostAlike = 50;

/** Whether both contacts are given and the same. */
const isSame = (row: CustomerRow, { email, phone }: Facts): boolean =>
  email !== '' &&
  phone !== '' &&
  row.email.toLowerCase() === email.toLowerCase() &&
  row.phone === phone;

/**
 * Finds the active customer with the same phone or e-mail (the newest of several) or creates one,
 * in the caller's transaction. Fills only missing values, overwrites nothing, and unarchives an
 * archived customer. An application fills values only when both contacts match: anyone can enter
 * someone else's phone, and an added e-mail would open the customer to them. Concurrent calls find
 * the same customer.
 */
export async function findOrMakeCustomer(
  tx: Database,
  clock: Clock,
  who: {
    contractorId: number;
    facts: CustomerFacts;
    origin: CustomerOrigin;
    byId: number | null;
  },
): Promise<CustomerRow> {
  const { contractorId } = who;
  const facts = validFacts(who.facts);
  await lockContact(tx, contractorId, facts);
  const alike = await selectAlike(tx, contractorId, facts, mostAlike);
  const known = alike.find((row) => isSame(row, facts)) ?? alike[0];
  const now = clock.now();
  if (known === undefined) {
    const name = facts.name || facts.email || facts.phone || 'No name';
    return insertCustomer(tx, {
      ...facts,
      contractorId,
      name,
      origin: who.origin,
      createdAt: now,
      createdBy: who.byId,
      updatedAt: now,
      activeAt: now,
    });
  }
  const key = { contractorId, id: known.id };
  const fills = who.origin !== 'application' || isSame(known, facts);
  const filled = fills ? factNames.filter((name) => known[name] === '' && facts[name] !== '') : [];
  if (filled.length === 0 && known.archivedAt === null) {
    await moveUp(tx, key, now);
    return { ...known, activeAt: now };
  }
  if (filled.length > 0)
    await insertEvent(tx, key, now, {
      kind: 'filled',
      actorId: who.byId,
      details: { fields: filled, origin: who.origin },
    });
  return updateCustomer(tx, key, {
    ...Object.fromEntries(filled.map((name) => [name, facts[name]])),
    archivedAt: null,
    updatedAt: now,
    activeAt: now,
  });
}

/** Assigns the application to the customer; an application that has one keeps it. */
export async function giveApplication(
  tx: Database,
  clock: Clock,
  {
    contractorId,
    customerId,
    applicationId,
  }: { contractorId: number; customerId: number; applicationId: number },
): Promise<void> {
  const now = clock.now();
  const key = { contractorId, id: customerId };
  if (!(await insertApplication(tx, key, applicationId, now))) return;
  await touchCustomer(
    tx,
    clock,
    { contractorId, customerId },
    { kind: 'application', actorId: null, details: { applicationId } },
  );
}

/** The customer of an application, or null. */
export async function findApplicationCustomer(
  db: Database,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
): Promise<CustomerRow | null> {
  return (await findByApplication(db, contractorId, applicationId)) ?? null;
}

/** Ids of a customer's applications, newest first, at most 100. */
export const listCustomerApplicationIds = (
  db: Database,
  { contractorId, customerId }: { contractorId: number; customerId: number },
): Promise<number[]> => applicationIds(db, { contractorId, id: customerId }, 100);

/**
 * Records activity: moves the customer up in the list, and adds an event if the kind has a text
 * (`timeline.ts`). Details must not contain personal data.
 */
export async function touchCustomer(
  tx: Database,
  clock: Clock,
  { contractorId, customerId }: { contractorId: number; customerId: number },
  event?: CustomerEvent,
): Promise<void> {
  const key = { contractorId, id: customerId };
  const now = clock.now();
  await moveUp(tx, key, now);
  if (event !== undefined) await insertEvent(tx, key, now, event);
}
