import { dayMs } from '@lintel/contract/core/durations';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Schedule } from '../../../platform/jobs/worker.ts';
import { changed } from '../changed.ts';
import { connectionById } from '../connections/index.ts';
import { findOffer, isHeld, lockApplication, readLenderFacts } from '../repository.ts';
import { forgetFiles, removeFiles, sendDocument } from './queue-jobs.ts';
import {
  deleteDocuments,
  dropStoredFiles,
  lockDocument,
  selectRequests,
  setDocument,
  type HomeownerDocument,
  type LenderRequest,
} from './repository.ts';
import { removeLater } from './requests.ts';
import { openSealed, type SealedFile } from './sealed-files.ts';

/** Days after the lender's confirmation until our copy is deleted. */
const retentionDays = 30;
const batch = 100;

interface DocumentId {
  contractorId: number;
  applicationId: number;
  documentId: number;
}

export const documentJobs = (context: Context): JobHandler[] => [
  onJob(sendDocument, (which) => send(context, which)),
  onJob(removeFiles, async ({ keys }) => {
    for (const key of keys) await context.files.remove(key);
  }),
];

export const documentSchedules = (context: Context): Schedule[] => [
  {
    pattern: '13 5 * * *',
    handler: onJob(forgetFiles, () => forget(context)),
    catchUp: dayMs,
  },
];

/**
 * Sends a document to its lender. Safe to run twice: the lender recognizes the document's
 * reference, and its decision in the meantime stays.
 */
async function send(context: Context, which: DocumentId): Promise<void> {
  const { db, clock } = context;
  const claimed = await claim(db, which);
  if (claimed === null) return;
  const { document, request, file } = claimed;
  const { facts } = await readLenderFacts(db, which);
  const application = { contractorId: document.contractorId, id: document.applicationId };
  const offer = await findOffer(db, application, request.offerId);
  if (offer === undefined) throw new Error(`No offer ${request.offerId}`);
  const { reference, name, contentType, bytes, sha256 } = document;
  const about = { offer: offer.reference, request: request.reference };
  const connection = await connectionById(context, offer.lenderId, {
    id: sendDocument.id,
    payload: which,
  });
  await connection.sendDocument(facts, {
    ...about,
    reference,
    name,
    contentType,
    bytes,
    sha256,
    open: () => openSealed(context, file),
  });
  await db.transaction(async (tx) => {
    await lockApplication(tx, application);
    const now = await lockDocument(tx, document);
    if (now === undefined) return;
    await setDocument(tx, now, {
      sentAt: now.sentAt ?? clock.now(),
      ...(now.state === 'sending' && { state: 'sent' as const }),
    });
    await changed(tx, application);
  });
}

interface ClaimedDocument {
  document: HomeownerDocument;
  request: LenderRequest;
  file: SealedFile;
}

/** Marks a document as being sent. Null for one that must not be sent or already was. */
async function claim(
  db: Database,
  { contractorId, applicationId, documentId }: DocumentId,
): Promise<ClaimedDocument | null> {
  return db.transaction(async (tx) => {
    const application = { contractorId, id: applicationId };
    // The homeowner may be withdrawing it right now, or someone may have claimed it.
    const locked = await lockApplication(tx, application);
    if (locked !== undefined && isHeld(locked)) return null;
    const seen = await lockDocument(tx, { contractorId, id: documentId });
    const { fileKey, sealedKey } = seen ?? {};
    if (seen === undefined || (seen.state !== 'waiting' && seen.state !== 'sending')) return null;
    if (!fileKey || !sealedKey) return null;
    const request = (await selectRequests(tx, application)).find(({ id }) => id === seen.requestId);
    if (request?.state !== 'open') {
      await removeLater(tx, await deleteDocuments(tx, application, [seen.id]));
      await changed(tx, application);
      return null;
    }
    if (seen.state === 'waiting') {
      await setDocument(tx, seen, { state: 'sending' });
      await changed(tx, application);
    }
    return { document: seen, request, file: { fileKey, sealedKey } };
  });
}

/** Deletes files past their retention, in batches; processed rows no longer match. */
async function forget({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionDays * dayMs);
  for (let found = batch; found === batch;) {
    found = await db.transaction(async (tx) => {
      const keys = await dropStoredFiles(tx, { before, limit: batch });
      await removeLater(tx, keys);
      return keys.length;
    });
  }
}
