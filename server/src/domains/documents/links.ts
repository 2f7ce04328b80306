import { createHmac } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import { documentLinkDays } from '@lintel/contract/documents/constants';
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { SecretLookup } from '../../platform/crypto/contractor-secrets.ts';
import type { DocumentDeps } from './deps.ts';
import type { DocumentKey } from './repository.ts';
import { documentLinks } from './tables.ts';

type Deps = Pick<DocumentDeps, 'clock' | 'publicUrl' | 'linkKey'>;
type LinkRow = typeof documentLinks.$inferSelect;

/**
 * A link's secret: 256 bits derived with our key, so that the link can be shown again although only
 * its hash is stored, followed by the owner of the document.
 */
function secretOf(
  { linkKey }: Deps,
  { contractorId, documentId, salt }: Pick<LinkRow, 'contractorId' | 'documentId' | 'salt'>,
): string {
  const bits = createHmac('sha256', linkKey).update(`${contractorId}.${documentId}.${salt}`);
  return `${bits.digest('base64url')}-${contractorId.toString(36)}`;
}

const addressOf = ({ publicUrl }: Pick<Deps, 'publicUrl'>, secret: string): string =>
  `${publicUrl}/d/${secret}`;

async function findLiving(
  db: Database,
  { contractorId, id }: DocumentKey,
): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(documentLinks)
    .where(
      and(
        eq(documentLinks.contractorId, contractorId),
        eq(documentLinks.documentId, id),
        isNull(documentLinks.revokedAt),
      ),
    );
  return row;
}

/** A document's active link; null if it has none, or one from another key. */
export async function livingLink(
  deps: Deps,
  db: Database,
  key: DocumentKey,
): Promise<{ url: string; expiresAt: string } | null> {
  const row = await findLiving(db, key);
  if (row === undefined || row.expiresAt <= deps.clock.now()) return null;
  const secret = secretOf(deps, row);
  if (hashSecret(secret) !== row.codeHash) return null;
  return { url: addressOf(deps, secret), expiresAt: row.expiresAt.toISOString() };
}

export async function revokeLink(
  { clock }: Pick<Deps, 'clock'>,
  tx: Database,
  { contractorId, id }: DocumentKey,
): Promise<void> {
  await tx
    .update(documentLinks)
    .set({ revokedAt: clock.now() })
    .where(
      and(
        eq(documentLinks.contractorId, contractorId),
        eq(documentLinks.documentId, id),
        isNull(documentLinks.revokedAt),
      ),
    );
}

/** Makes a new link and revokes the previous one. The caller has locked the document's row. */
export async function makeLink(deps: Deps, tx: Database, key: DocumentKey): Promise<string> {
  await revokeLink(deps, tx, key);
  const now = deps.clock.now();
  const { contractorId, id: documentId } = key;
  const salt = newSecret();
  const secret = secretOf(deps, { contractorId, documentId, salt });
  await tx.insert(documentLinks).values({
    contractorId,
    documentId,
    salt,
    codeHash: hashSecret(secret),
    createdAt: now,
    expiresAt: new Date(now.getTime() + documentLinkDays * dayMs),
  });
  return addressOf(deps, secret);
}

/** Extends a document's link to its full lifetime from now: the active one, or a new one. */
export async function keepLink(deps: Deps, tx: Database, key: DocumentKey): Promise<string> {
  const living = await livingLink(deps, tx, key);
  const row = await findLiving(tx, key);
  if (living === null || row === undefined) return makeLink(deps, tx, key);
  await tx
    .update(documentLinks)
    .set({ expiresAt: new Date(deps.clock.now().getTime() + documentLinkDays * dayMs) })
    .where(and(eq(documentLinks.contractorId, row.contractorId), eq(documentLinks.id, row.id)));
  return living.url;
}

/** The document that a secret opens; undefined for unknown, revoked, and expired links. */
export async function findByLink(
  db: Database,
  { contractorId, hash }: SecretLookup,
  now: Date,
): Promise<DocumentKey | undefined> {
  if (contractorId === null) return undefined;
  const [row] = await db
    .select()
    .from(documentLinks)
    .where(
      and(
        eq(documentLinks.contractorId, contractorId),
        eq(documentLinks.codeHash, hash),
        isNull(documentLinks.revokedAt),
        gt(documentLinks.expiresAt, now),
      ),
    );
  return row && { contractorId: row.contractorId, id: row.documentId };
}
