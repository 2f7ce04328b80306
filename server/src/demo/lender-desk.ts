import { sql } from 'drizzle-orm';
import { answerMinutes } from '@lintel/contract/lenders/constants';
import { insertLender } from '../domains/lenders/index.ts';
import type { Database } from '../platform/db/connect.ts';
import { deskLender } from './people.ts';

/** The lender with a desk. Paused: it gets no new applications. */
export async function seedDeskLender(db: Database, now: Date): Promise<void> {
  const { id, name } = deskLender;
  await insertLender(db, {
    id,
    name,
    legalName: name,
    nmlsId: '9900106',
    phone: '8005550190',
    connection: 'desk',
    products: ['loan'],
    states: ['OH'],
    answerMinutes: answerMinutes.default,
    pausedAt: now,
    pauseReason: 'Demonstration',
  });
}

/** Sends the desk three of Oak & Iron's open applications. */
export async function seedDeskApplications(db: Database): Promise<void> {
  await db.execute(sql`
    insert into application_lenders (contractor_id, application_id, lender_id, state, sent_at)
    select contractor_id, id, ${deskLender.id}, 'sent', completed_at from applications
    where contractor_id = 102 and completed_at is not null and withdrawn_at is null and funded_at is null
    order by completed_at desc limit 3`);
}
