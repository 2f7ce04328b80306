import { createHmac } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import { documentLinkDays } from '@lintel/contract/documents/constants';
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { SecretLookup } from '../../platform/crypto/contractor-secrets.ts';
import type { Context } from '../../platform/context.ts';
import type { DocumentKey } from './repository.ts';
import { documentLinks } from './tables.ts';

type LinkContext = Pick<Context, 'clock' | 'config' | 'keys'>;
type LinkRow = typeof documentLinks.$inferSelect;

/**
 * A link's secret: 256 bits derived with our key, so that the link can be shown again although only
 * its hash is stored, followed by the owner of the document.
 */
function secretOf(
  { keys }: LinkContext,
  { contractorId, documentId, salt }: Pick<LinkRow, 'contractorId' | 'documentId' | 'salt'>,
): string {
  const bits = createHmac('sha256', keys.derive('document link')).update(
    `${contractorId}.${documentId}.${salt}`,
  );
  return `${bits.digest('base64url')}-${contractorId.toString(36)}`;
}

const addressOf = ({ config }: LinkContext, secret: string): string =>
  `${config.publicUrl}/d/${secret}`;

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
  context: LinkContext,
  db: Database,
  key: DocumentKey,
): Promise<{ url: string; expiresAt: string } | null> {
  const row = await findLiving(db, key);
  if (row === undefined || row.expiresAt <= context.clock.now()) return null;
  const secret = secretOf(context, row);
  if (hashSecret(secret) !== row.codeHash) return null;
  return { url: addressOf(context, secret), expiresAt: row.expiresAt.toISOString() };
}

export async function revokeLink(
  { clock }: LinkContext,
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
export async function makeLink(
  context: LinkContext,
  tx: Database,
  key: DocumentKey,
): Promise<string> {
  await revokeLink(context, tx, key);
  const now = context.clock.now();
  const { contractorId, id: documentId } = key;
  const salt = newSecret();
  const secret = secretOf(context, { contractorId, documentId, salt });
  await tx.insert(documentLinks).values({
    contractorId,
    documentId,
    salt,
    codeHash: hashSecret(secret),
    createdAt: now,
    expiresAt: new Date(now.getTime() + documentLinkDays * dayMs),
  });
  return addressOf(context, secret);
}

/** Extends a document's link to its full lifetime from now: the active one, or a new one. */
export async function keepLink(
  context: LinkContext,
  tx: Database,
  key: DocumentKey,
): Promise<string> {
  const living = await livingLink(context, tx, key);
  const row = await findLiving(tx, key);
  if (living === null || row === undefined) return makeLink(context, tx, key);
  await tx
    .update(documentLinks)
    .set({ expiresAt: new Date(context.clock.now().getTime() + documentLinkDays * dayMs) })
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
