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
 * The secret of a link: 256 bits that only our key gives, so that the link can be shown again
 * although its hash alone is stored, and behind them whose document it is.
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

/** The link of a document that works; null for none, and for one whose key is no longer ours. */
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

/** Switches the link of a document off. */
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

/** Makes a new link; the former one stops working. The document's row is locked by the caller. */
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

/** The link of a document for its full time from now: the one that works, or a new one. */
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

/** The document that a secret opens; undefined for none, and for links that are over. */
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
