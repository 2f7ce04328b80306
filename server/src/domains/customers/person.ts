import { sql } from 'drizzle-orm';
import { phoneText } from '@lintel/contract/core/field-rules';
import { momentText } from '../../platform/days.ts';
import { lockEach } from '../../platform/db/queries.ts';
import type { PersonSource } from '../../platform/persons.ts';
import { selectAddresses, selectOf, selectWithContractor } from './person-repository.ts';
import { takeOut } from './retention.ts';

/** What contractors have written down of people, by their e-mail address. */
export const customerPerson = (timeZone: string): PersonSource => ({
  name: 'Customers',
  copy: async (db, email) => {
    const rows = await selectWithContractor(db, email);
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
  addresses: selectAddresses,
});
