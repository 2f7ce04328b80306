import { and, desc, eq, gt, inArray, isNull, lte, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { hashSecret } from '../crypto/secrets.ts';
import { acrossContractors } from '../db/across-contractors.ts';
import type { Database } from '../db/connect.ts';
import { noContractor } from '../db/no-contractor.ts';
import type { RowKey } from '../db/queries.ts';
import { AppError } from '../errors.ts';
import { derivedCode, lookUpLink, newCode } from './codes.ts';
import { getPurpose, type StoredPurpose } from './purposes.ts';
import { accessLinks, type LinkData } from './tables.ts';

/** What links need of the context. */
export type LinkContext = Pick<Context, 'clock' | 'keys'> & {
  config: Pick<Context['config'], 'publicUrl'>;
};

export type AccessLink = typeof accessLinks.$inferSelect;

/** The subject of links of one purpose or of several. */
export interface LinkSubject {
  purpose: StoredPurpose | readonly StoredPurpose[];
  /** None for purposes without a contractor. */
  contractorId?: number;
  subject: number | string;
}

interface NewLink {
  purpose: StoredPurpose;
  contractorId?: number;
  subject: number | string;
  part?: string;
  /** Receives the code's hash, to seal it with the data. */
  data?: LinkData | ((codeHash: string) => LinkData);
  /** The purpose's lifetime from now by default. */
  expiresAt?: Date;
}

export const linkAddress = (
  { config }: Pick<LinkContext, 'config'>,
  purpose: StoredPurpose,
  code: string,
): string => `${config.publicUrl}${getPurpose(purpose).path}${code}`;

/**
 * Issues a link in the caller's transaction, and revokes the subject's oldest ones above the most
 * that may be valid. The code exists only in the result.
 */
export async function issueLink(
  tx: Database,
  context: LinkContext,
  link: NewLink,
): Promise<{ code: string; codeHash: string; address: string }> {
  const { purpose, contractorId = noContractor, part = '', data = {} } = link;
  const subject = String(link.subject);
  const { atOnce } = getPurpose(purpose);
  if (atOnce !== undefined) await revokeBeyond(tx, context, link, atOnce - 1);
  const made = await newCode(context, purpose, { contractorId, subject });
  const { code, codeHash } = made;
  await tx.insert(accessLinks).values({
    contractorId,
    purpose,
    codeHash,
    subject,
    part,
    data: { ...(typeof data === 'function' ? data(codeHash) : data), ...made.data },
    createdAt: context.clock.now(),
    expiresAt: link.expiresAt ?? expiryDate(context, purpose),
  });
  return { code, codeHash, address: linkAddress(context, purpose, code) };
}

const expiryDate = ({ clock }: Pick<Context, 'clock'>, purpose: StoredPurpose): Date =>
  new Date(clock.now().getTime() + getPurpose(purpose).lasts);

const named = (purpose: LinkSubject['purpose']): SQL =>
  typeof purpose === 'string'
    ? eq(accessLinks.purpose, purpose)
    : inArray(accessLinks.purpose, [...purpose]);

const matchesSubject = ({ purpose, contractorId = noContractor, subject }: LinkSubject) =>
  and(
    eq(accessLinks.contractorId, contractorId),
    named(purpose),
    eq(accessLinks.subject, String(subject)),
  );

const isLeft = and(isNull(accessLinks.usedAt), isNull(accessLinks.revokedAt));
const isValid = (now: Date) => and(isLeft, gt(accessLinks.expiresAt, now));

const matchesLink = ({ contractorId, id }: Pick<AccessLink, 'contractorId' | 'id'>) =>
  and(eq(accessLinks.contractorId, contractorId), eq(accessLinks.id, id));

/** The link of a code in any state; undefined for an unknown code and one of another purpose. */
export async function findLink(
  db: Database,
  context: Pick<Context, 'keys'>,
  purpose: LinkSubject['purpose'],
  code: string,
): Promise<AccessLink | undefined> {
  const [first] = [purpose].flat();
  const lookup = first && (await lookUpLink(context, first, code));
  if (!lookup) return undefined;
  const { contractorId, hash } = lookup;
  const [row] = await db
    .select()
    .from(accessLinks)
    .where(
      and(
        eq(accessLinks.contractorId, contractorId),
        eq(accessLinks.codeHash, hash),
        named(purpose),
      ),
    );
  return row;
}

/**
 * The valid link of a code. The same answer, undefined, for an unknown, expired, used, and revoked
 * one. Several purposes must have one form of code.
 */
export async function openLink(
  db: Database,
  context: Pick<Context, 'clock' | 'keys'>,
  purpose: LinkSubject['purpose'],
  code: string,
): Promise<AccessLink | undefined> {
  const found = await findLink(db, context, purpose, code);
  return found && isOpen(found, context.clock.now()) ? found : undefined;
}

export const isOpen = ({ usedAt, revokedAt, expiresAt }: AccessLink, now: Date): boolean =>
  usedAt === null && revokedAt === null && expiresAt > now;

/**
 * Marks a link as used, once: of concurrent calls, one succeeds. Throws `invalid_link` in the
 * others. `data` is added to the link's.
 */
export async function consumeLink(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  link: AccessLink,
  data: LinkData = {},
): Promise<void> {
  const now = clock.now();
  const { rowCount } = await tx
    .update(accessLinks)
    .set({ usedAt: now, data: { ...link.data, ...data } })
    .where(and(matchesLink(link), isValid(now)));
  if (rowCount !== 1) throw new AppError('invalid_link');
}

/** The newest valid link of a subject. */
export async function currentLink(
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  of: LinkSubject,
): Promise<AccessLink | undefined> {
  const [row] = await db
    .select()
    .from(accessLinks)
    .where(and(matchesSubject(of), isValid(clock.now())))
    .orderBy(desc(accessLinks.id))
    .limit(1);
  return row;
}

/** The address of a derived link; null for one from another key. */
export function rebuildAddress(context: LinkContext, link: AccessLink): string | null {
  const { purpose, codeHash, data } = link;
  const code = derivedCode(context, { ...link, salt: data.salt ?? '' });
  return hashSecret(code) === codeHash ? linkAddress(context, purpose, code) : null;
}

/** All links of a subject since a moment, oldest first. */
export const linksSince = (db: Database, of: LinkSubject, since: Date): Promise<AccessLink[]> =>
  db
    .select()
    .from(accessLinks)
    .where(and(matchesSubject(of), gt(accessLinks.createdAt, since)))
    .orderBy(accessLinks.id);

/** Links that belong to no contractor, in any state, by a part of their subject. */
export const listLinksByPart = (
  db: Database,
  purpose: StoredPurpose,
  part: string,
): Promise<AccessLink[]> =>
  db
    .select()
    .from(accessLinks)
    .where(
      and(
        eq(accessLinks.contractorId, noContractor),
        eq(accessLinks.purpose, purpose),
        eq(accessLinks.part, part),
      ),
    );

/** Gives a link its purpose's full lifetime from now. */
export async function extendLink(
  tx: Database,
  context: Pick<Context, 'clock'>,
  link: AccessLink,
): Promise<void> {
  await tx
    .update(accessLinks)
    .set({ expiresAt: expiryDate(context, link.purpose) })
    .where(matchesLink(link));
}

/** Revokes a subject's links. */
export const revokeLinks = (
  tx: Database,
  context: Pick<Context, 'clock'>,
  of: LinkSubject,
): Promise<void> => revokeBeyond(tx, context, of, 0);

/** Revokes a subject's links except for the newest ones. */
async function revokeBeyond(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  of: LinkSubject,
  keep: number,
): Promise<void> {
  const own = and(matchesSubject(of), isLeft);
  const { id } = accessLinks;
  const newestIds = tx.select({ id }).from(accessLinks).where(own).orderBy(desc(id)).limit(keep);
  await tx
    .update(accessLinks)
    .set({ revokedAt: clock.now() })
    .where(and(own, keep === 0 ? undefined : notInArray(id, newestIds)));
}

/** Revokes one link. */
export async function revokeLink(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  link: AccessLink,
): Promise<void> {
  await tx
    .update(accessLinks)
    .set({ revokedAt: clock.now() })
    .where(and(matchesLink(link), isLeft));
}

/** Deletes the links of these rows of contractors, when their person is removed. */
export async function deleteLinks(
  tx: Database,
  purpose: LinkSubject['purpose'],
  rows: readonly RowKey[],
): Promise<void> {
  const pairs = JSON.stringify(rows.map(({ contractorId, id }) => [contractorId, String(id)]));
  await tx
    .delete(accessLinks)
    .where(
      and(
        named(purpose),
        sql`(contractor_id, subject) in (select (pair ->> 0)::int, pair ->> 1 from jsonb_array_elements(${pairs}::jsonb) pair)`,
      ),
    );
}

/** Deletes expired links. */
export async function sweepLinks({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(accessLinks)
    .where(
      and(
        lte(accessLinks.expiresAt, clock.now()),
        acrossContractors('A job deletes the expired links of every contractor.'),
      ),
    );
}
