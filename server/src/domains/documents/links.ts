import {
  rebuildAddress,
  currentLink,
  extendLink,
  issueLink,
  openLink,
  revokeLinks,
  type LinkContext,
} from '../../platform/access-links/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { DocumentKey } from './repository.ts';

const linkSubject = ({ contractorId, id: subject }: DocumentKey) =>
  ({ purpose: 'document', contractorId, subject }) as const;

/** A document's valid link; null if it has none, or one from another key. */
export async function livingLink(
  context: LinkContext,
  db: Database,
  key: DocumentKey,
): Promise<{ url: string; expiresAt: string } | null> {
  const link = await currentLink(db, context, linkSubject(key));
  const url = link && rebuildAddress(context, link);
  return link && url ? { url, expiresAt: link.expiresAt.toISOString() } : null;
}

export const revokeLink = (context: LinkContext, tx: Database, key: DocumentKey): Promise<void> =>
  revokeLinks(tx, context, linkSubject(key));

/** Makes a new link and revokes the previous one. The caller has locked the document's row. */
export const makeLink = async (
  context: LinkContext,
  tx: Database,
  key: DocumentKey,
): Promise<string> => (await issueLink(tx, context, linkSubject(key))).address;

/** Extends a document's link to its full lifetime from now: the valid one, or a new one. */
export async function keepLink(
  context: LinkContext,
  tx: Database,
  key: DocumentKey,
): Promise<string> {
  const link = await currentLink(tx, context, linkSubject(key));
  const url = link && rebuildAddress(context, link);
  if (!link || !url) return makeLink(context, tx, key);
  await extendLink(tx, context, link);
  return url;
}

/** The document that a link's code opens; undefined when it isn't valid. */
export async function findByLink(
  db: Database,
  context: Pick<Context, 'clock' | 'keys'>,
  code: string,
): Promise<DocumentKey | undefined> {
  const link = await openLink(db, context, 'document', code);
  return link && { contractorId: link.contractorId, id: Number(link.subject) };
}
