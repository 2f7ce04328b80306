import { buffer } from 'node:stream/consumers';
import {
  documentLimits,
  documentProblems,
  type DocumentProblem,
} from '@lintel/contract/applications/constants';
import { keysOf } from '@lintel/contract/core/map-values';
import type { Context } from '../../../platform/context.ts';
import { newSecret } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { toNetwork } from '../../../platform/http/caller-address.ts';
import type { Upload } from '../../../platform/http/multipart.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { AtOnce } from '../../../platform/limits/at-once.ts';
import { findPdfProblem } from '../../../platform/pdf/pdf-problem-of.ts';
import { changed } from '../changed.ts';
import { lockByToken, readByToken } from '../access.ts';
import type { Application } from '../repository.ts';
import { checkDocument, RefusedDocument, type DocumentFacts } from './check-content.ts';
import { tidyName } from './names.ts';
import { sendDocument } from './queue-jobs.ts';
import {
  countDocuments,
  deleteDocuments,
  insertDocument,
  lockDocument,
  selectRequests,
  type LenderRequest,
} from './repository.ts';
import { removeLater } from './requests.ts';
import { openSealed, storeSealed, type SealedFile } from './sealed-files.ts';

/** Seconds in which the homeowner can remove a document before it is sent to the lender. */
const secondThoughts = 20;
/** Per application: uploads in a day, rejected ones included, and documents overall. */
const uploadsADay = 60;
const rowsAtMost = 100;
/** Milliseconds that an upload may take. */
const patience = 10 * 60_000;

const underWay = new AtOnce();
const uploadLimits = (address: string, { id }: Application) => [
  { name: 'all', max: 40 },
  { name: `network:${toNetwork(address)}`, max: 8 },
  { name: `application:${id}`, max: 4 },
];

interface Uploading {
  token: string;
  requestId: number;
  address: string;
  /** Opens the file, with this size limit. */
  open(maxBytes: number): Promise<Upload>;
}

/**
 * Receives a document for a lender and schedules its delivery. Throws `not_found` for another
 * application's request, `application_closed` for a closed request, a field error for an invalid
 * document, `busy` for too many parallel uploads.
 */
export async function uploadDocument(
  context: Context,
  { token, requestId, address, open }: Uploading,
): Promise<void> {
  const { db, counter, files } = context;
  const { application } = await readByToken(context, token);
  await findOpen(db, application, requestId);
  await counter.take(`documents:${application.id}`, uploadsADay, 86_400);
  const leave = underWay.enter(uploadLimits(address, application));
  if (leave === null) throw new AppError('busy', { retryAfter: 10 });
  try {
    await mayHaveAnother(db, application);
    const upload = await open(documentLimits.bytes);
    // Browsers send an empty file part for a form without a file.
    if (upload.name === '') {
      upload.content.resume();
      throw new RefusedDocument('missing');
    }
    const stored = await store(context, upload);
    try {
      await examine(context, stored);
      await storeUpload(context, token, requestId, stored);
    } catch (error) {
      await files.remove(stored.fileKey);
      throw error;
    }
  } catch (error) {
    throw error instanceof RefusedDocument ? refusal(error.problem) : error;
  } finally {
    leave();
  }
}

const refusal = (problem: DocumentProblem): AppError =>
  invalidField('file', documentProblems[problem]);

/** The reason for rejection, if the error is one. */
export const problemBehind = (error: unknown): DocumentProblem | undefined =>
  error instanceof AppError
    ? keysOf(documentProblems).find((one) => documentProblems[one] === error.fields?.['file'])
    : undefined;

const isOver = (application: Application, request: LenderRequest): boolean =>
  application.withdrawnAt !== null || application.fundedAt !== null || request.state !== 'open';

async function findOpen(
  db: Database,
  application: Application,
  requestId: number,
): Promise<LenderRequest> {
  const request = (await selectRequests(db, application)).find(({ id }) => id === requestId);
  if (request?.kind !== 'document') throw new AppError('not_found');
  if (isOver(application, request))
    throw new AppError('application_closed', {
      message: 'The lender no longer needs this.',
    });
  return request;
}

async function mayHaveAnother(db: Database, application: Application): Promise<void> {
  const { all, living } = await countDocuments(db, application);
  if (living >= documentLimits.each || all >= rowsAtMost) throw new RefusedDocument('count');
}

type UploadedFile = SealedFile & DocumentFacts & { name: string };

async function store(context: Context, upload: Upload): Promise<UploadedFile> {
  const { passing, facts } = checkDocument(arriving(upload), upload);
  const late = setTimeout(
    () => upload.content.destroy(new Error('It takes too long')),
    patience,
  ).unref();
  try {
    const file = await storeSealed(context, passing);
    const known = facts();
    return { ...file, ...known, name: tidyName(upload.name, known.type) };
  } finally {
    clearTimeout(late);
    // Drains the rest of a rejected file, so that the sender reads the answer.
    upload.content.resume();
  }
}

async function* arriving(upload: Upload): AsyncGenerator<Buffer> {
  try {
    const chunks: AsyncIterable<Buffer> = upload.content.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) yield chunk;
  } catch {
    throw new RefusedDocument('broken');
  }
  if (upload.isTooLarge()) throw new RefusedDocument('size');
}

/** Rejects an unsafe or unreadable PDF. */
async function examine(context: Context, stored: UploadedFile): Promise<void> {
  if (stored.type !== 'application/pdf') return;
  const { uploads } = context.helpers;
  const read = async () => buffer(await openSealed(context, stored));
  const problem = await findPdfProblem(uploads, read);
  if (problem === 'type' || problem === 'pages') throw new RefusedDocument('type');
  if (problem !== null) throw new RefusedDocument(problem);
}

/** Checks the limits again under the lock, because parallel uploads may have finished. */
async function storeUpload(
  context: Context,
  token: string,
  requestId: number,
  stored: UploadedFile,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const now = context.clock.now();
    const application = await lockByToken(tx, context, token);
    await findOpen(tx, application, requestId);
    await mayHaveAnother(tx, application);
    const { contractorId, id: applicationId } = application;
    const { type: contentType, ...file } = stored;
    const reference = newSecret().slice(0, 24);
    const documentId = await insertDocument(tx, {
      ...file,
      contentType,
      contractorId,
      applicationId,
      requestId,
      reference,
      uploadedAt: now,
    });
    await enqueue(
      tx,
      sendDocument,
      { contractorId, applicationId, documentId },
      {
        key: `send-document-${documentId}`,
        runAt: new Date(now.getTime() + secondThoughts * 1000),
      },
    );
    await changed(tx, application);
  });
}

/**
 * Removes a document that isn't being sent yet. Throws `not_found` for another application's
 * document, `application_closed` once it is being sent.
 */
export async function removeDocument(
  { db, clock, keys }: Context,
  { token, documentId }: { token: string; documentId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const application = await lockByToken(tx, { clock, keys }, token);
    const { contractorId } = application;
    const document = await lockDocument(tx, { contractorId, id: documentId });
    if (document?.applicationId !== application.id) throw new AppError('not_found');
    if (document.state !== 'waiting')
      throw new AppError('application_closed', { message: 'The lender already has this file.' });
    await removeLater(tx, await deleteDocuments(tx, application, [document.id]));
    await changed(tx, application);
  });
}
