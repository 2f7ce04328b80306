import { and, asc, count, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { isActiveManager } from './repository.ts';
import { contractors, managers } from './tables.ts';
import { containing } from '../../platform/db/folded.ts';
import { randomInt } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';

/** A contractor's own data at sign-up. */
export interface Registration {
  companyName: string;
  companyAddress: string;
  websiteUrl: string;
  phone: string;
  firstName: string;
  lastName: string;
  email: string;
  planId: number;
  /** The referrer, if any. */
  referralId: number | null;
}

type ContractorRow = typeof contractors.$inferSelect;

/**
 * The contractor with this e-mail, the newest of several. Locks the e-mail until the transaction
 * ends, so parallel sign-ups with the same e-mail take turns.
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

/** Creates an Unpaid contractor without an account. Returns its id. */
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
 * Replaces the data of a contractor without an account. The referrer stays unless another is named.
 * The e-mail stays, because the account link is sent there. The plan stays too: it changes with the
 * paid order, and an earlier order may still be paid.
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

/** The contact data of a lead; each field may be empty. */
interface LeadContact {
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Ten digits, or empty. */
  phone: string;
}

/** The fields that identify a lead, in order of precedence. */
const recognized = ['email', 'phone', 'companyName'] as const;

const isSame = (field: (typeof recognized)[number], value: string): SQL =>
  field === 'phone'
    ? eq(contractors.phone, value)
    : eq(sql`lower(${contractors[field]})`, value.toLowerCase());

/**
 * The contractor with the same e-mail, phone, or company, and the field that matched. Locks all
 * three values until the transaction ends, so the second of two parallel entries finds the first
 * one.
 */
export async function claimLead(tx: Database, contact: LeadContact) {
  const filledFields = recognized.filter((field) => contact[field] !== '');
  // Fixed order, with the lock name that sign-up uses for the e-mail, so that transactions can't
  // deadlock.
  for (const field of filledFields) {
    const key = `contractor ${field === 'email' ? 'e-mail' : field} ${contact[field].toLowerCase()}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  }
  for (const field of filledFields) {
    const [known] = await tx
      .select({
        id: contractors.id,
        companyName: contractors.companyName,
        leadId: contractors.leadId,
      })
      .from(contractors)
      .where(isSame(field, contact[field]))
      .orderBy(desc(sql`${contractors.leadId} is not null`), asc(contractors.id))
      .limit(1);
    if (known !== undefined) return { ...known, field, value: contact[field] };
  }
  return null;
}

/** Creates a lead's contractor: Unpaid, without a user or a plan. Returns its id. */
export async function insertLeadContractor(
  tx: Database,
  lead: LeadContact & { partnerId: number | null; referralId: number | null; registeredAt: Date },
): Promise<number> {
  const [row] = await tx.insert(contractors).values(lead).returning({ id: contractors.id });
  if (row === undefined) throw new Error('The contractor was not inserted');
  return row.id;
}

export async function setLeadId(tx: Database, contractorId: number, leadId: number): Promise<void> {
  await tx.update(contractors).set({ leadId }).where(eq(contractors.id, contractorId));
}

export async function isContractor(db: Database, contractorId: number): Promise<boolean> {
  const rows = await db
    .select({ id: contractors.id })
    .from(contractors)
    .where(eq(contractors.id, contractorId));
  return rows.length > 0;
}

// Must match the expression of the grid search's trigram index; the company's name narrows the
// result.
const searchable = sql`fold_search(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)`;

/** A page of the contractors that match a company name or a whole id, and their number. */
export async function findCompanies(
  db: Database,
  query: {
    searchText: string;
    order: { field: 'companyName' | 'id'; descending: boolean };
    limit: number;
    offset: number;
  },
): Promise<{ data: { id: number; companyName: string }[]; total: number }> {
  const pattern = containing(query.searchText);
  const named = and(
    sql`${searchable} like ${pattern}`,
    sql`fold_search(company_name) like ${pattern}`,
  );
  const isId = /^[1-9]\d{0,8}$/.test(query.searchText);
  const where = and(
    isId ? or(named, eq(contractors.id, Number(query.searchText))) : named,
    ne(contractors.companyName, ''),
  );
  const direction = query.order.descending ? desc : asc;
  const columns =
    query.order.field === 'id' ? [contractors.id] : [sql`lower(company_name)`, contractors.id];
  const [data, [all]] = await Promise.all([
    db
      .select({ id: contractors.id, companyName: contractors.companyName })
      .from(contractors)
      .where(where)
      .orderBy(...columns.map((column) => direction(column)))
      .limit(query.limit)
      .offset(query.offset),
    db.select({ total: count() }).from(contractors).where(where),
  ]);
  return { data, total: all?.total ?? 0 };
}

/** The provider's active managers, by name. */
export const activeManagers = (db: Database) =>
  db
    .select()
    .from(managers)
    .where(isActiveManager)
    .orderBy(sql`lower(first_name || ' ' || last_name)`, asc(managers.id));

/** Letters and digits that can't be confused when read aloud. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ';
const alphabet = `0123456789${letters}`;
const codeLength = 8;

const pick = (from: string): string => from.charAt(randomInt(from.length));

/** Starts with a letter, so that nothing parses it as a number. */
const newCode = (): string =>
  pick(letters) + Array.from({ length: codeLength - 1 }, () => pick(alphabet)).join('');

/**
 * The code in the contractor's referral link, created on first use and permanent. Throws
 * `not_found` for an unknown contractor.
 */
export async function ensureReferralCode(tx: Database, contractorId: number): Promise<string> {
  const [row] = await tx
    .update(contractors)
    .set({ referralCode: sql`coalesce(${contractors.referralCode}, ${newCode()})` })
    .where(eq(contractors.id, contractorId))
    .returning({ code: contractors.referralCode });
  if (!row?.code) throw new AppError('not_found');
  return row.code;
}

/** The URL that a contractor shares with friends. */
export const referralLink = (publicUrl: string, code: string): string =>
  `${publicUrl}/get-started?ref=${code}`;

/** The contractor with this code, normalized; null when unknown. */
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
