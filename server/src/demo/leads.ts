import { isNotNull } from 'drizzle-orm';
import { shareOut, type Share } from '@lintel/contract/leads/shares';
import { contractors, managers } from '../domains/contractors/tables.ts';
import {
  leadDistributionSets,
  leadFirstTouches,
  leads,
  leadSetOwners,
  leadSources,
} from '../domains/leads/tables.ts';
import { writeSettingValue } from '../platform/settings/store.ts';
import type { Database } from '../platform/db/connect.ts';
import { demoManagers, staff } from './people.ts';

const web = 1;
const field = 2;

/** Sources of the demo leads; the last three are in no set. */
const sources = [
  { id: 1, value: 'Website', linkId: '1001', setId: web },
  { id: 2, value: 'Search ad', linkId: '1002', setId: web },
  { id: 3, value: 'Social media', linkId: '1003', setId: web },
  { id: 4, value: 'E-mail campaign', linkId: '1004', setId: web },
  { id: 5, value: 'Webinar', linkId: '1005', setId: web },
  { id: 6, value: 'Podcast', linkId: '', setId: web },
  { id: 7, value: 'Home show', linkId: '2001', setId: field },
  { id: 8, value: 'Supplier', linkId: '2002', setId: field },
  { id: 9, value: 'Referral', linkId: '', setId: null },
  { id: 10, value: 'Cold call', linkId: '', setId: null },
  { id: 11, value: 'Fax', linkId: '', setId: null, isShowing: false },
];

const touches = [
  'Search engine',
  'Friend or colleague',
  'Trade magazine',
  'Home show',
  'Social media',
  'Radio',
];

/** The percentages of each set's owners, by manager. */
const shares = [
  { setId: web, managerId: 1, percent: 50 },
  { setId: web, managerId: 2, percent: 30 },
  { setId: web, managerId: 3, percent: 20 },
  { setId: field, managerId: 2, percent: 60 },
  { setId: field, managerId: 4, percent: 40 },
];

/**
 * Lead sources, first touches, two distribution sets, and the origins of the contractors without
 * users.
 */
export async function seedLeads(db: Database, now: Date): Promise<void> {
  // Those who enter leads also own some.
  const people = staff.slice(0, 2).map(({ id, firstname, lastname, email }) => ({
    id: demoManagers.length + id,
    firstName: firstname,
    lastName: lastname,
    email,
    phones: [`800555018${id}`],
  }));
  await db.insert(managers).values(people);
  const by = staff[0].id;
  const sets = [
    { id: web, title: 'Online' },
    { id: field, title: 'Events and suppliers' },
  ];
  await db
    .insert(leadDistributionSets)
    .values(sets.map((set) => ({ ...set, updatedAt: now, updatedBy: by })));
  await db.insert(leadSources).values(sources);
  await db
    .insert(leadFirstTouches)
    .values(touches.map((value, index) => ({ id: index + 1, value, isShowing: index < 5 })));
  for (const name of ['LeadSource', 'LeadFirstTouch', 'LeadDistribution'])
    await writeSettingValue(db, { name, value: { version: 1 }, userId: by, at: now });
  await seedOrigins(db, by);
}

/** Each contractor with a lead id gets its lead, distributed by its set. */
async function seedOrigins(db: Database, createdBy: number): Promise<void> {
  const rows = await db
    .select()
    .from(contractors)
    .where(isNotNull(contractors.leadId))
    .orderBy(contractors.leadId);
  const owed = new Map<number, Share[]>();
  for (const { setId, managerId, percent } of shares)
    owed.set(setId, [...(owed.get(setId) ?? []), { id: managerId, percent, credit: 0 }]);
  const made = rows.map(({ id, leadId, registeredAt }, index) => {
    const source = sources[index % 10] ?? sources[0];
    const setId = source?.setId ?? null;
    const turn = shareOut(owed.get(setId ?? 0) ?? []);
    if (turn !== null && setId !== null) owed.set(setId, turn.shares);
    return {
      id: leadId ?? 0,
      contractorId: id,
      sourceId: source?.id ?? 1,
      firstTouchId: index % 3 === 0 ? null : (index % 5) + 1,
      ownerId: turn?.ownerId ?? null,
      setId,
      createdAt: registeredAt,
      createdBy,
    };
  });
  if (made.length > 0) await db.insert(leads).values(made);
  const owners = [...owed].flatMap(([setId, set]) =>
    set.map(({ id, percent, credit }) => ({ setId, managerId: id, percent, credit })),
  );
  await db.insert(leadSetOwners).values(owners);
}
