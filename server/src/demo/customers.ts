import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { hourMs } from '@lintel/contract/core/durations';
import { applications } from '../domains/applications/tables.ts';
import { findOrMakeCustomer, giveApplication } from '../domains/customers/index.ts';
import { customerImports, customers } from '../domains/customers/tables.ts';
import type { Database } from '../platform/db/connect.ts';

/**
 * Customers without applications: name, phone, e-mail, street, town, state, ZIP code, tags, notes.
 */
const byHand = [
  [
    'Margaret Okafor',
    '3035550141',
    'margaret.okafor@example.com',
    '418 Larkspur Lane',
    'Denver',
    'CO',
    '80206',
    ['roof', 'referral'],
    'Prefers calls after 4 pm. The gate code is with the neighbor.',
  ],
  [
    'Theodore Lindqvist',
    '3035550142',
    '',
    '77 Cherry Street',
    'Denver',
    'CO',
    '80220',
    ['windows'],
    '',
  ],
  [
    'Priya Raman',
    '7205550943',
    'priya.raman@example.com',
    '2209 Alder Court',
    'Boulder',
    'CO',
    '80302',
    ['solar'],
    'Two-story house, wants panels on the south side only.',
  ],
  [
    'Cedar Hill Homeowners Association',
    '3035550144',
    'board@cedarhill.example',
    '1 Cedar Hill Drive',
    'Lakewood',
    'CO',
    '80228',
    ['roof', 'company'],
    '14 townhouses. Invoices go to the board, not to the residents.',
  ],
  ['Walter Brandt', '3035550145', '', '', 'Aurora', 'CO', '', [], ''],
  [
    'Noor Haddad',
    '',
    'noor.haddad@example.com',
    '',
    '',
    '',
    '',
    ['siding'],
    'Met at the home show.',
  ],
  [
    'Josephine Marchetti-Abernathy',
    '7205550947',
    'jo.marchetti@example.com',
    '3380 Quail Hollow Road',
    'Golden',
    'CO',
    '80401',
    ['roof', 'windows', 'repeat'],
    '',
  ],
  [
    'Samuel Tso',
    '3035550148',
    'samuel.tso@example.com',
    '902 Birch Avenue',
    'Denver',
    'CO',
    '80209',
    ['repeat'],
    'Roof in 2023, gutters in 2024.',
  ],
  [
    'Elena Vasquez',
    '3035550149',
    'elena.vasquez@example.com',
    '15 Prairie View',
    'Parker',
    'CO',
    '80134',
    ['insurance claim'],
    'Hail damage. The adjuster comes on the 4th.',
  ],
  [
    'Robert & Anne Whitcombe',
    '7205550950',
    'whitcombes@example.com',
    '640 Foxglove Way',
    'Littleton',
    'CO',
    '80120',
    ['solar', 'referral'],
    '',
  ],
  ['Curtis Boone', '3035550151', '', '1121 Elm Street', 'Denver', 'CO', '80203', ['siding'], ''],
  [
    'Hannah Weiss',
    '3035550152',
    'hannah.weiss@example.com',
    '',
    'Denver',
    'CO',
    '',
    ['estimate sent'],
    '',
  ],
  [
    'Desmond Achebe',
    '7205550953',
    'd.achebe@example.com',
    '27 Ridgeline Terrace',
    'Evergreen',
    'CO',
    '80439',
    ['roof', 'insurance claim'],
    '',
  ],
  [
    'Lucia Ferrante',
    '',
    'lucia.ferrante@example.com',
    '508 Maple Court',
    'Denver',
    'CO',
    '80211',
    [],
    '',
  ],
  [
    'Old Mill Bakery',
    '3035550155',
    'office@oldmillbakery.example',
    '60 Mill Street',
    'Denver',
    'CO',
    '80216',
    ['company', 'windows'],
    'Work only on Mondays, when the shop is closed.',
  ],
  [
    'Gregory Paulsen',
    '3035550156',
    'greg.paulsen@example.com',
    '8 Sundance Circle',
    'Broomfield',
    'CO',
    '80020',
    ['repeat'],
    '',
  ],
] as const;

const otherNames = ['Ingrid Solheim', 'Marcus Bell', 'Tamika Rhodes'];

/** Summit Roofing's customers, some with applications, and a few of another contractor. */
export async function seedCustomers(db: Database, now: Date): Promise<void> {
  await seedByHand(db, now);
  await seedApplicants(db, now);
  await seedImports(db, now);
  for (const [index, name] of otherNames.entries())
    await findOrMakeCustomer(
      db,
      { now: () => new Date(now.getTime() - (index + 1) * 50 * hourMs) },
      {
        contractorId: 102,
        facts: { name, phone: `614555012${index}` },
        origin: 'hand',
        byId: null,
      },
    );
}

async function seedByHand(db: Database, now: Date): Promise<void> {
  for (const [index, row] of byHand.entries()) {
    const [name, phone, email, street, city, state, zip, tags, notes] = row;
    const clock = { now: () => new Date(now.getTime() - (index * 61 + 5) * hourMs) };
    const { id } = await findOrMakeCustomer(db, clock, {
      contractorId: 101,
      facts: { name, phone, email, street, city, state, zip },
      origin: 'hand',
      byId: 11,
    });
    await db
      .update(customers)
      .set({
        tags: [...tags],
        tagWords: tags.join(' '),
        notes,
        ...(index === byHand.length - 1 && { archivedAt: clock.now() }),
      })
      .where(and(eq(customers.contractorId, 101), eq(customers.id, id)));
  }
}

/** Every other homeowner of the newest applications. */
async function seedApplicants(db: Database, now: Date): Promise<void> {
  const rows = await db
    .select()
    .from(applications)
    .where(and(eq(applications.contractorId, 101), isNotNull(applications.completedAt)))
    .orderBy(desc(applications.startedAt))
    .limit(50);
  for (const row of rows.filter((_row, index) => index % 2 === 0).toReversed()) {
    const clock = {
      now: () => new Date(Math.min(now.getTime(), row.startedAt.getTime() + hourMs)),
    };
    const { applicantName: name, phone, email, city, state } = row;
    const { id: customerId } = await findOrMakeCustomer(db, clock, {
      contractorId: 101,
      facts: { name, phone, email, city, state },
      origin: 'application',
      byId: null,
    });
    await giveApplication(db, clock, { contractorId: 101, customerId, applicationId: row.id });
  }
}

/** Past import files: their rows matched existing customers, or the import was undone. */
async function seedImports(db: Database, now: Date): Promise<void> {
  const at = new Date(now.getTime() - 90 * 24 * hourMs);
  const counts = { added: 0, filled: 0, skipped: 3 };
  await db.insert(customerImports).values([
    { contractorId: 101, fileName: 'address-book.csv', at, actorId: 11, ...counts },
    { contractorId: 102, fileName: 'oak-clients.csv', at, actorId: 12, ...counts },
  ]);
}
