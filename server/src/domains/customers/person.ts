import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { phoneText } from '@lintel/contract/core/field-rules';
import { momentText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { lockEach } from '../../platform/db/queries.ts';
import type { PersonSource } from '../../platform/persons.ts';
import { contractors } from '../contractors/tables.ts';
import { takeOut } from './retention.ts';
import { customers } from './tables.ts';

/** What contractors have written down of people, by their e-mail address. */
export const customerPerson = (timeZone: string): PersonSource => ({
  name: 'Customers',
  copy: async (db, email) => {
    const rows = await db
      .select({ customer: customers, companyName: contractors.companyName })
      .from(customers)
      .innerJoin(contractors, eq(contractors.id, customers.contractorId))
      .where(isOf(email))
      .orderBy(asc(customers.id));
    return rows.map(({ customer, companyName }) => ({
      title: `Customer of ${companyName}`,
      facts: [
        ['Name', customer.name],
        ['E-mail', customer.email],
        ['Phone', phoneText(customer.phone)],
        ['Street', customer.street],
        ['City', customer.city],
        ['State', customer.state],
        ['ZIP code', customer.zip],
        ['Tags', customer.tags.join(', ')],
        ['Notes', customer.notes],
        ['Written down', momentText(customer.createdAt, timeZone)],
      ],
    }));
  },
  look: async (db, email) => ({ count: (await selectOf(db, email)).length, kept: [] }),
  erase: async (tx, { email, until, now }) => {
    const found = await selectOf(tx, email, until);
    const which = await lockEach(found, async (contractorId, ids) => {
      const locked = await tx.execute<{ id: string }>(sql`
        select id from customers where contractor_id = ${contractorId} and id = any(${ids})
          and lower(email) = ${email} and anonymised_at is null order by id for update`);
      return locked.rows;
    });
    await takeOut(tx, which, now);
    // The contractor reads of it where applications go; a customer's page tells it by itself.
    return { count: which.length, kept: [], waits: false, removedAt: [] };
  },
  addresses: (db, { afterId, limit }) =>
    db
      .select({ id: customers.id, email: customers.email })
      .from(customers)
      .where(and(gt(customers.id, afterId), isNull(customers.anonymisedAt)))
      .orderBy(asc(customers.id))
      .limit(limit),
});

/** Also those that were merged into another: their row still has the address. */
const isOf = (email: string) =>
  and(eq(sql`lower(${customers.email})`, email), isNull(customers.anonymisedAt));

/** What was written down after `until` stays: the person has begun anew. */
async function selectOf(db: Database, email: string, until?: Date) {
  const began = until && sql`${customers.createdAt} <= ${until.toISOString()}::timestamptz`;
  return db
    .select({ contractorId: customers.contractorId, id: customers.id })
    .from(customers)
    .where(and(isOf(email), began))
    .orderBy(asc(customers.id));
}
