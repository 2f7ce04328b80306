import { phoneText } from '@lintel/contract/core/field-rules';
import { momentText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { RowKey } from '../../platform/db/queries.ts';
import { translateTo, type PersonSource } from '../../platform/persons.ts';
import { readZones } from '../contractors/index.ts';
import {
  selectAddresses,
  selectMatches,
  selectByEmail,
  selectWithContractor,
} from './person-repository.ts';
import { takeOut } from './retention.ts';

const matchKey = (contractorId: number, id: number): string => `customer ${contractorId} ${id}`;

/**
 * Customers of an address: those whose contractor or homeowner entered it, and others that staff
 * marked as the same person.
 */
async function selectDecided(
  db: Database,
  email: string,
  included: readonly string[],
  until?: Date,
): Promise<RowKey[]> {
  const matches = await selectMatches(db, email);
  const doubtful = new Set(matches.map(({ contractorId, id }) => matchKey(contractorId, id)));
  const own = await selectByEmail(db, email, until);
  return [
    ...own.filter(({ contractorId, id }) => !doubtful.has(matchKey(contractorId, id))),
    ...matches.filter(({ contractorId, id }) => included.includes(matchKey(contractorId, id))),
  ].map(({ contractorId, id }) => ({ contractorId, id }));
}

/** Contractors' records of people, by e-mail address. */
export const customerPerson = (timeZone: string): PersonSource => ({
  name: 'Customers',
  spanishName: 'Clientes',
  copy: async (db, email, included, language) => {
    const say = translateTo(language);
    const which = await selectDecided(db, email, included);
    const rows = await selectWithContractor(db, which);
    const zoneOf = await readZones(
      db,
      rows.map(({ customer }) => customer.contractorId),
      timeZone,
    );
    return rows.map(({ customer, companyName }) => ({
      title: say(`Customer of ${companyName}`, `Cliente de ${companyName}`),
      facts: [
        [say('Name', 'Nombre'), customer.name],
        [say('E-mail', 'Correo electrónico'), customer.email],
        [say('Phone', 'Teléfono'), phoneText(customer.phone)],
        [say('Street', 'Calle'), customer.street],
        [say('City', 'Ciudad'), customer.city],
        [say('State', 'Estado'), customer.state],
        [say('ZIP code', 'Código postal'), customer.zip],
        [say('Tags', 'Etiquetas'), customer.tags.join(', ')],
        [say('Notes', 'Notas'), customer.notes],
        [
          say('Added', 'Anotado'),
          momentText(customer.createdAt, zoneOf(customer.contractorId), language),
        ],
      ],
    }));
  },
  matches: async (db, email) =>
    (await selectMatches(db, email)).map(({ id, ...match }) => ({
      ...match,
      key: matchKey(match.contractorId, id),
    })),
  look: async (db, email) => ({ count: (await selectDecided(db, email, [])).length, kept: [] }),
  erase: async (tx, { email, until, now, included = [] }) => {
    const found = await selectDecided(tx, email, included, until);
    const count = await takeOut(tx, found, now);
    // The applications' source notifies contractors; a customer's page shows the removal itself.
    return { count, kept: [], waits: false, removedAt: [] };
  },
  addresses: selectAddresses,
});
