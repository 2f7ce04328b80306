import { and, asc, count, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { isActiveManager } from './repository.ts';
import { contractors, managers } from './tables.ts';
import { containing } from '../../platform/db/folded.ts';
import { randomInt } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';

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
 * Replaces what a contractor without an account said before. The referrer stays unless another is
 * named. The e-mail stays, because the link that opens the account goes there. The plan stays too:
 * it changes with the order that pays for it, and an earlier order may still be paid.
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

/** The contact of a lead; any of it may be empty. */
interface LeadContact {
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Ten digits, or empty. */
  phone: string;
}

/** By what a lead is recognized, in the order in which it is looked for. */
const recognized = ['email', 'phone', 'companyName'] as const;

const isSame = (field: (typeof recognized)[number], value: string): SQL =>
  field === 'phone'
    ? eq(contractors.phone, value)
    : eq(sql`lower(${contractors[field]})`, value.toLowerCase());

/**
 * The contractor with the same e-mail, phone or company, and by which of them it was found. Until
 * the transaction ends, nobody else who asks for any of the three gets an answer: of two who enter
 * the same lead at once, the second one finds it.
 */
export async function claimLead(tx: Database, contact: LeadContact) {
  const given = recognized.filter((field) => contact[field] !== '');
  // Always in this order, and with the lock name that signing up uses for the e-mail, so that
  // transactions never deadlock.
  for (const field of given) {
    const key = `contractor ${field === 'email' ? 'e-mail' : field} ${contact[field].toLowerCase()}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  }
  for (const field of given) {
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

/** Makes the contractor of a lead: Unpaid, without a user or a plan. Returns its id. */
export async function insertLeadContractor(
  tx: Database,
  lead: LeadContact & { partnerId: number | null; referralId: number | null; registeredAt: Date },
): Promise<number> {
  const [row] = await tx.insert(contractors).values(lead).returning({ id: contractors.id });
  if (row === undefined) throw new Error('The contractor was not inserted');
  return row.id;
}

/** Writes down the lead that a contractor came as. */
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

// The trigram index of the grid's search knows this expression; the company's name narrows it.
const searchable = sql`fold_search(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)`;

/** One page of the contractors that a company name or a whole id finds, and how many there are. */
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

/** The provider's active people, by name. */
export const activeManagers = (db: Database) =>
  db
    .select()
    .from(managers)
    .where(isActiveManager)
    .orderBy(sql`lower(first_name || ' ' || last_name)`, asc(managers.id));

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
