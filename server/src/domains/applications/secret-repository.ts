import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, lte, notInArray, or, sql } from 'drizzle-orm';
import type { SecretLookup } from '../../platform/crypto/contractor-secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { findLiving, findOpen, ownedBy, rowOf, type Application, type Of } from './repository.ts';
import { applicationKeys, shortLinks } from './secret-tables.ts';
import { applications } from './tables.ts';

export interface OpenedApplication {
  application: Application;
  /** The secret came from a link sent to the homeowner's e-mail or phone. */
  isByLink: boolean;
}

/**
 * Finds the application of a secret at `now`; on a closed page, only one that was already sent.
 * `accessOf` decides what the secret permits.
 */
export async function findByToken(
  db: Database,
  { contractorId, hash }: SecretLookup,
  now: Date,
): Promise<OpenedApplication | undefined> {
  const first = await findOpen(
    db,
    and(ownedBy(applications.contractorId, contractorId), eq(applications.tokenHash, hash)),
  );
  if (first !== undefined) return { application: first, isByLink: false };
  const [key] = await db
    .select()
    .from(applicationKeys)
    .where(
      and(
        ownedBy(applicationKeys.contractorId, contractorId),
        eq(applicationKeys.tokenHash, hash),
        gt(applicationKeys.expiresAt, now),
      ),
    );
  if (key === undefined) return undefined;
  const application = await findOpen(
    db,
    rowOf({ contractorId: key.contractorId, id: key.applicationId }),
  );
  return application && { application, isByLink: true };
}

/** Most devices with an application open at once. */
const keysAtOnce = 10;

/** Stores the hash of another secret of an application. Over the limit, the oldest ends. */
export async function insertKey(
  db: Database,
  key: typeof applicationKeys.$inferInsert,
): Promise<void> {
  const own = and(
    eq(applicationKeys.contractorId, key.contractorId),
    eq(applicationKeys.applicationId, key.applicationId),
  );
  const { tokenHash, expiresAt } = applicationKeys;
  const kept = db
    .select({ tokenHash })
    .from(applicationKeys)
    .where(own)
    .orderBy(desc(expiresAt))
    .limit(keysAtOnce - 1);
  await db.delete(applicationKeys).where(and(own, notInArray(tokenHash, kept)));
  await db.insert(applicationKeys).values(key);
}

/** Deletes an additional secret; the form's original secret stays. */
export async function deleteKey(db: Database, { contractorId, hash }: SecretLookup): Promise<void> {
  await db
    .delete(applicationKeys)
    .where(
      and(ownedBy(applicationKeys.contractorId, contractorId), eq(applicationKeys.tokenHash, hash)),
    );
}

/** Deletes all additional secrets of an application. */
export async function deleteKeysOf(db: Database, application: Of): Promise<void> {
  const { contractorId, id } = application;
  await db
    .delete(applicationKeys)
    .where(
      and(eq(applicationKeys.contractorId, contractorId), eq(applicationKeys.applicationId, id)),
    );
}

/**
 * Ends the original secrets of this application and the ones joined to it by storing unmatchable
 * hashes.
 */
export async function endFormSecrets(db: Database, { contractorId, id }: Of): Promise<void> {
  await db
    .update(applications)
    .set({ tokenHash: sql`${`ended-${randomUUID()}-`}::text || ${applications.id}::text` })
    .where(
      and(
        eq(applications.contractorId, contractorId),
        or(eq(applications.id, id), eq(applications.joinedTo, id)),
      ),
    );
}

/** Ends the original secret of this application. */
export async function endFormSecret(db: Database, application: Of): Promise<void> {
  await db
    .update(applications)
    .set({ tokenHash: `ended-${randomUUID()}` })
    .where(rowOf(application));
}

/** Stores the hash of a text message's short link and deletes the application's expired ones. */
export async function insertShortLink(
  db: Database,
  link: typeof shortLinks.$inferInsert,
  now: Date,
): Promise<void> {
  await db
    .delete(shortLinks)
    .where(
      and(
        eq(shortLinks.contractorId, link.contractorId),
        eq(shortLinks.applicationId, link.applicationId),
        lte(shortLinks.expiresAt, now),
      ),
    );
  await db.insert(shortLinks).values(link);
}

/** Finds the application of a short link at `now`, and the link's expiration. */
export async function findByShortLink(
  db: Database,
  code: SecretLookup,
  now: Date,
): Promise<{ application: Application; until: Date } | undefined> {
  const [link] = await db
    .select()
    .from(shortLinks)
    .where(
      and(
        ownedBy(shortLinks.contractorId, code.contractorId),
        eq(shortLinks.codeHash, code.hash),
        gt(shortLinks.expiresAt, now),
      ),
    );
  if (link === undefined) return undefined;
  const { contractorId, applicationId: id, expiresAt: until } = link;
  const application = await findLiving(db, { contractorId, id });
  return application && { application, until };
}
