import { eq, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/db/connect.ts';
import { contractors, managers } from '../contractors/tables.ts';
import { leadDistributionSets, leadFirstTouches, leads, leadSources } from './tables.ts';

type NewLead = Omit<typeof leads.$inferInsert, 'id'>;

export async function insertLead(tx: Database, lead: NewLead): Promise<number> {
  const [row] = await tx.insert(leads).values(lead).returning({ id: leads.id });
  if (row === undefined) throw new Error('The lead was not inserted');
  return row.id;
}

const partners = alias(contractors, 'partners');

/** A contractor by its lead id, with the lead's details. Imported leads have no row in `leads`. */
export async function findLead(db: Database, leadId: number) {
  const [row] = await db
    .select({
      contractor: contractors,
      lead: leads,
      source: leadSources,
      firstTouch: leadFirstTouches,
      owner: managers,
      set: leadDistributionSets,
      partner: { id: partners.id, companyName: partners.companyName },
    })
    .from(contractors)
    .leftJoin(leads, eq(leads.contractorId, contractors.id))
    .leftJoin(leadSources, eq(leadSources.id, leads.sourceId))
    .leftJoin(leadFirstTouches, eq(leadFirstTouches.id, leads.firstTouchId))
    .leftJoin(managers, eq(managers.id, leads.ownerId))
    .leftJoin(leadDistributionSets, eq(leadDistributionSets.id, leads.setId))
    .leftJoin(
      partners,
      or(eq(partners.id, contractors.partnerId), eq(partners.id, contractors.referralId)),
    )
    .where(eq(contractors.leadId, leadId));
  return row;
}
export type LeadRow = NonNullable<Awaited<ReturnType<typeof findLead>>>;

/** A lead, locked until the transaction ends. */
export async function lockLead(tx: Database, leadId: number) {
  const [row] = await tx.select().from(leads).where(eq(leads.id, leadId)).for('update');
  return row;
}

/** Sets an owner chosen by a person, so the lead no longer belongs to a set's share. */
export async function setLeadOwner(
  tx: Database,
  leadId: number,
  ownerId: number | null,
): Promise<void> {
  await tx.update(leads).set({ ownerId, setId: null }).where(eq(leads.id, leadId));
}

export async function markTaken(db: Database, leadId: number, at: Date): Promise<void> {
  await db.update(leads).set({ crmTookAt: at }).where(eq(leads.id, leadId));
}
