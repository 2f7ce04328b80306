import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from './tables.ts';

/** What a contractor says of itself when it signs up. */
export interface Registration {
  companyName: string;
  companyAddress: string;
  websiteUrl: string;
  phone: string;
  firstName: string;
  lastName: string;
  email: string;
  planId: number;
  /** Who referred it, if anybody did. */
  referralId: number | null;
}

type ContractorRow = typeof contractors.$inferSelect;

/**
 * The contractor with this e-mail, the newest of several. Until the transaction ends, nobody else
 * who asks for the same e-mail gets an answer: two who sign up with it at once take turns.
 */
export async function claimEmail(tx: Database, email: string): Promise<ContractorRow | undefined> {
  const key = email.toLowerCase();
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`contractor e-mail ${key}`}, 0))`,
  );
  const [row] = await tx
    .select()
    .from(contractors)
    .where(eq(sql`lower(${contractors.email})`, key))
    .orderBy(desc(sql`${contractors.ownerId} is not null`), desc(contractors.id))
    .limit(1);
  return row;
}

/** Makes a contractor without an account, Unpaid. Returns its id. */
export async function registerContractor(
  tx: Database,
  registration: Registration,
  registeredAt: Date,
): Promise<number> {
  const [row] = await tx
    .insert(contractors)
    .values({ ...registration, registeredAt })
    .returning({ id: contractors.id });
  if (row === undefined) throw new Error('The contractor was not inserted');
  return row.id;
}

/**
 * Puts what is said now in the place of what a contractor without an account said before. Who
 * brought it stays unless another is named. The e-mail stays in any case, because the link that
 * opens the account goes there. So does the plan: it changes with the order that pays for it, and an
 * earlier order may still turn out to be paid.
 */
export async function correctRegistration(
  tx: Database,
  contractor: ContractorRow,
  registration: Registration,
): Promise<void> {
  const { referralId, email: _email, planId: _planId, ...facts } = registration;
  const referral = referralId === null ? {} : { referralId };
  await tx
    .update(contractors)
    .set({ ...facts, ...referral })
    .where(eq(contractors.id, contractor.id));
}
