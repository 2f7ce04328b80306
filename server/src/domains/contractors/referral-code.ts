import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { contractors } from './tables.ts';

/** Letters and digits that nobody takes for another when reading them aloud. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ';
const alphabet = `0123456789${letters}`;
const codeLength = 8;

const pick = (from: string): string => from.charAt(randomInt(from.length));

/** It begins with a letter, so that nothing on its way through an address takes it for a number. */
const newCode = (): string =>
  pick(letters) + Array.from({ length: codeLength - 1 }, () => pick(alphabet)).join('');

/**
 * The code in the contractor's referral link: made at first need, the same ever after. `not_found`
 * for an unknown contractor.
 */
export async function referralCodeOf(tx: Database, contractorId: number): Promise<string> {
  const [row] = await tx
    .update(contractors)
    .set({ referralCode: sql`coalesce(${contractors.referralCode}, ${newCode()})` })
    .where(eq(contractors.id, contractorId))
    .returning({ code: contractors.referralCode });
  if (!row?.code) throw new AppError('not_found');
  return row.code;
}

/** The address that a contractor gives to friends. */
export const referralLink = (publicUrl: string, code: string): string =>
  `${publicUrl}/get-started?ref=${code}`;

/** The contractor whose code this is, however it was typed; null when it is nobody's. */
export async function findReferrer(
  db: Database,
  typed: string,
): Promise<{ id: number; companyName: string } | null> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  const [row] = await db
    .select({ id: contractors.id, companyName: contractors.companyName })
    .from(contractors)
    .where(eq(contractors.referralCode, code));
  return row ?? null;
}
