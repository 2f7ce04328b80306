import { sql } from 'drizzle-orm';
import { hourMs } from '@lintel/contract/core/durations';
import { linkChannels, type LinkChannel } from '@lintel/contract/links/constants';
import { findOrMakeCustomer, giveApplication } from '../domains/customers/index.ts';
import { keepPastLink } from '../domains/links/index.ts';
import type { Database } from '../platform/db/connect.ts';
import { demoContractors } from './people.ts';

const [summit] = demoContractors;

interface Applied {
  id: string;
  applicantName: string;
  email: string;
  phone: string;
  source: LinkChannel;
  pageId: number;
  cents: string | null;
  started: string;
  sent: string | null;
}

/** The outcomes of links without an application. */
const others = [
  { name: 'Walter Nguyen', channel: 'text', days: 1, delivered: true },
  { name: 'Petra Olsson', channel: 'text', days: 3, delivered: true, opened: 2, reminder: true },
  { name: 'Rosa Delgado', channel: 'email', days: 5, opened: 1 },
  { name: 'Tom Baptiste', channel: 'email', days: 6 },
  { name: 'Grace Hollis', channel: 'text', days: 8, failed: true },
  { name: 'Ivan Sokolov', channel: 'share', days: 12, canceled: true },
  { name: 'Nadia Farouk', channel: 'qr', days: 20, opened: 1 },
  { name: 'Luther Vance', channel: 'text', days: 120, delivered: true },
] as const;

/** Links that Summit Roofing has sent: those behind its applications, and some without one. */
export async function seedLinks(db: Database, now: Date): Promise<void> {
  await seedApplied(db);
  await seedOthers(db, now);
}

async function seedApplied(db: Database): Promise<void> {
  const { id: contractorId, owner } = summit;
  const { rows } = await db.execute<Applied & Record<string, unknown>>(sql`
    select id, applicant_name "applicantName", email, phone, source, page_id "pageId",
      requested_amount_cents cents, started_at::text started, completed_at::text sent
    from applications where contractor_id = ${contractorId}
      and source::text in (${sql.join(
        linkChannels.map((channel) => sql`${channel}`),
        sql`, `,
      )})
    order by started_at desc limit 12`);
  for (const row of rows.toReversed()) {
    const { applicantName: name, email, source: channel, pageId } = row;
    const startedAt = new Date(row.started);
    const createdAt = new Date(startedAt.getTime() - 2 * hourMs);
    const clock = { now: () => createdAt };
    const phone = row.phone || '5125550100';
    const customer = await findOrMakeCustomer(db, clock, {
      contractorId,
      facts: { name, phone: row.phone, email },
      origin: 'link',
      byId: owner.id,
    });
    const applicationId = Number(row.id);
    await giveApplication(db, clock, { contractorId, customerId: customer.id, applicationId });
    await keepPastLink(db, {
      contractorId,
      customerId: customer.id,
      pageId,
      channel,
      language: 'en',
      amountCents: row.cents === null ? null : Number(row.cents),
      name,
      phone,
      email,
      createdAt,
      createdBy: owner.id,
      sendState: channel === 'text' ? 'delivered' : 'sent',
      sentAt: createdAt,
      deliveredAt: channel === 'text' ? createdAt : null,
      openedAt: startedAt,
      opens: 1,
      startedAt,
      submittedAt: row.sent === null ? null : new Date(row.sent),
      applicationId,
    });
  }
}

async function seedOthers(db: Database, now: Date): Promise<void> {
  const { id: contractorId, owner } = summit;
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from co_branded_pages where contractor_id = ${contractorId} order by id limit 1`);
  const [page] = rows;
  if (page === undefined) return;
  for (const [index, one] of others.entries()) {
    const createdAt = new Date(now.getTime() - one.days * 24 * hourMs);
    const later = (hours: number): Date =>
      new Date(Math.min(createdAt.getTime() + hours * hourMs, now.getTime()));
    const [first = ''] = one.name.toLowerCase().split(' ');
    const facts = {
      name: one.name,
      phone: `51255502${10 + index}`,
      email: `${first}@customers.example`,
    };
    const customer = await findOrMakeCustomer(
      db,
      { now: () => createdAt },
      { contractorId, facts, origin: 'link', byId: owner.id },
    );
    const failed = 'failed' in one;
    const delivered = 'delivered' in one;
    await keepPastLink(db, {
      contractorId,
      customerId: customer.id,
      pageId: page.id,
      channel: one.channel,
      language: 'en',
      amountCents: (8 + index) * 100_000,
      ...facts,
      createdAt,
      createdBy: owner.id,
      sendState: failed ? 'failed' : delivered ? 'delivered' : 'sent',
      reason: failed ? "This is a landline, or its carrier doesn't accept texts" : '',
      sentAt: later(0.01),
      failedAt: failed ? later(0.02) : null,
      deliveredAt: delivered ? later(0.02) : null,
      ...('opened' in one && { openedAt: later(3), opens: one.opened }),
      ...('canceled' in one && { canceledAt: later(30) }),
      ...('reminder' in one && {
        reminder: 'skipped' as const,
        remindsAt: later(48),
        reminderReason: 'The link was opened',
      }),
    });
  }
}
