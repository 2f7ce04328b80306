import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { ExistingCustomerPolicy } from '@lintel/contract/customers/constants';
import type { CustomerForm } from '@lintel/contract/customers/customer';
import type { Database } from '../../../platform/db/connect.ts';
import type { CustomerRow } from '../repository.ts';
import { customers } from '../tables.ts';
import type { ImportRow } from './rows.ts';

const fillable = ['phone', 'email', 'street', 'city', 'state', 'zip', 'notes'] as const;
type FilledFields = Partial<Record<(typeof fillable)[number], string>>;

/** Plan of an import: customers to add, values to fill in, and the number of skipped rows. */
export interface ImportPlan {
  added: CustomerForm[];
  fills: Map<number, { row: CustomerRow; filled: FilledFields }>;
  skipped: number;
}

/** What a row is compared with: a stored customer, or an earlier row of the file. */
type MatchedCustomer =
  | { kind: 'stored'; row: CustomerRow }
  | { kind: 'new'; customer: CustomerForm };

const contactKeys = ({ phone, email }: { phone: string; email: string }): string[] => [
  ...(phone === '' ? [] : [`phone ${phone}`]),
  ...(email === '' ? [] : [`email ${email.toLowerCase()}`]),
];

/** Decides each row: one whose phone or e-mail already exists is not added again. */
export async function planImport(
  db: Database,
  contractorId: number,
  rows: readonly ImportRow[],
  ifKnown: ExistingCustomerPolicy,
): Promise<ImportPlan> {
  const known = new Map<string, MatchedCustomer>();
  for (const row of await selectKnown(db, contractorId, rows))
    for (const contact of contactKeys(row)) known.set(contact, { kind: 'stored', row });
  const plan: ImportPlan = { added: [], fills: new Map(), skipped: 0 };
  for (const { customer } of rows) {
    const contacts = contactKeys(customer);
    const same = contacts.flatMap((contact) => known.get(contact) ?? [])[0];
    if (same === undefined) {
      plan.added.push(customer);
      for (const contact of contacts) known.set(contact, { kind: 'new', customer });
      continue;
    }
    if (ifKnown === 'skip' || !fill(plan, same, customer)) plan.skipped += 1;
    else for (const contact of contacts) if (!known.has(contact)) known.set(contact, same);
  }
  return plan;
}

/** Fills in missing values; false when there is nothing to fill in. */
function fill(plan: ImportPlan, known: MatchedCustomer, customer: CustomerForm): boolean {
  if (known.kind === 'new') {
    const empty = fillable.filter((name) => known.customer[name] === '' && customer[name] !== '');
    Object.assign(known.customer, Object.fromEntries(empty.map((name) => [name, customer[name]])));
    return false;
  }
  const { row } = known;
  const before = plan.fills.get(row.id)?.filled ?? {};
  const filled: FilledFields = { ...before };
  for (const name of fillable)
    if (row[name] === '' && filled[name] === undefined && customer[name] !== '')
      filled[name] = customer[name];
  const isMore = Object.keys(filled).length > Object.keys(before).length;
  if (isMore) plan.fills.set(row.id, { row, filled });
  return isMore;
}

const among = (list: readonly string[]) =>
  sql`any(array(select json_array_elements_text(${JSON.stringify(list)}::json)))`;

/** Active customers with a phone or an e-mail of the file; of several the newest comes last. */
function selectKnown(
  db: Database,
  contractorId: number,
  rows: readonly ImportRow[],
): Promise<CustomerRow[]> {
  const phones = rows.map(({ customer }) => customer.phone).filter((one) => one !== '');
  const emails = rows
    .map(({ customer }) => customer.email.toLowerCase())
    .filter((one) => one !== '');
  return db
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.contractorId, contractorId),
        or(
          sql`${customers.phone} = ${among(phones)}`,
          sql`lower(${customers.email}) = ${among(emails)}`,
        ),
        isNull(customers.mergedInto),
        isNull(customers.anonymisedAt),
      ),
    )
    .orderBy(customers.id);
}
