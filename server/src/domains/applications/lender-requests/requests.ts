import type { LenderEvent } from '@lintel/contract/lenders/events';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { setApplication, type Application, type Offer } from '../repository.ts';
import { removeFiles } from './queue-jobs.ts';
import {
  deleteDocuments,
  dropFiles,
  insertRequests,
  selectDocuments,
  selectRequests,
  setDocument,
  setRequests,
  type LenderRequest,
} from './repository.ts';

type RequestEvent = Extract<LenderEvent, { type: 'information.requested' | 'documents.requested' }>;
type OutcomeEvent = Extract<
  LenderEvent,
  { request: string; type: `${'request' | 'document'}.${string}` }
>;

interface OfferContext {
  application: Application;
  offer: Offer;
  now: Date;
}

/**
 * Stores the chosen lender's requests. From the first one on, the application waits for its
 * homeowner. A request with a known reference stays unchanged; a lender without references has one
 * request, with its latest wording.
 */
export async function storeRequests(
  db: Database,
  { application, offer, now }: OfferContext,
  event: RequestEvent,
): Promise<void> {
  const requests =
    event.type === 'documents.requested'
      ? event.documents.map(({ request, ...rest }) => ({
          ...rest,
          reference: request,
          kind: 'document' as const,
        }))
      : [
          {
            reference: event.request ?? '',
            kind: 'information' as const,
            what: event.what,
            how: event.how,
            until: event.until,
          },
        ];
  const { contractorId, id: applicationId } = application;
  await insertRequests(
    db,
    requests.map(({ until, ...rest }) => ({
      ...rest,
      contractorId,
      applicationId,
      offerId: offer.id,
      until: until === undefined ? null : new Date(until),
      requestedAt: now,
    })),
  );
  const [first] = requests;
  const unnamed = (await openRequests(db, application, offer, 'any')).find(
    ({ reference }) => reference === '',
  );
  if (unnamed !== undefined && first?.reference === '')
    await setRequests(db, application, [unnamed.id], {
      what: first.what,
      how: first.how,
      until: first.until === undefined ? null : new Date(first.until),
      state: 'open',
      endedAt: null,
    });
  await noteWaiting(db, application, offer, now);
}

const openRequests = async (
  db: Database,
  application: Application,
  offer: Offer,
  which: 'open' | 'any' = 'open',
): Promise<LenderRequest[]> =>
  (await selectRequests(db, application)).filter(
    ({ offerId, state }) => offerId === offer.id && (which === 'any' || state === 'open'),
  );

const joined = (texts: string[], between: string): string =>
  [...new Set(texts)].filter(Boolean).join(between);

/** Keeps the application waiting for its homeowner while any request is open. */
async function noteWaiting(
  db: Database,
  application: Application,
  offer: Offer,
  now: Date,
): Promise<void> {
  const open = await openRequests(db, application, offer);
  await setApplication(
    db,
    application,
    open.length === 0
      ? { informationRequestedAt: null, informationWanted: null }
      : {
          informationRequestedAt: application.informationRequestedAt ?? now,
          informationWanted: {
            what: joined(
              open.map(({ what }) => what),
              '; ',
            ),
            how: joined(
              open.map(({ how }) => how),
              ' ',
            ),
          },
        },
  );
}

/**
 * Books the outcome of a request or a document. Throws `not_found` for an unknown one, so that the
 * network retries later.
 */
export async function noteOutcome(
  db: Database,
  { application, offer, now }: OfferContext,
  event: OutcomeEvent,
): Promise<void> {
  const request = (await selectRequests(db, application)).find(
    ({ offerId, reference }) => offerId === offer.id && reference === event.request,
  );
  if (request === undefined) throw new AppError('not_found');
  if (event.type === 'request.fulfilled' || event.type === 'request.withdrawn')
    return endRequest(db, { application, offer, now }, request, {
      state: event.type === 'request.fulfilled' ? 'fulfilled' : 'withdrawn',
    });
  return decide(db, application, request, event);
}

async function endRequest(
  db: Database,
  { application, offer, now }: OfferContext,
  request: LenderRequest,
  ended: { state: 'fulfilled' | 'withdrawn' },
): Promise<void> {
  if (request.state !== 'open') return;
  await setRequests(db, application, [request.id], { ...ended, endedAt: now });
  await dropUnsent(db, application, [request.id]);
  await noteWaiting(db, application, offer, now);
}

async function decide(
  db: Database,
  application: Application,
  request: LenderRequest,
  event: Extract<OutcomeEvent, { document: string }>,
): Promise<void> {
  const document = (await selectDocuments(db, application)).find(
    ({ requestId, reference }) => requestId === request.id && reference === event.document,
  );
  if (document === undefined) throw new AppError('not_found');
  const decidedAt = new Date(event.createdAt);
  // When two decisions about a document conflict, the later one counts, in any order of arrival.
  if (document.decidedAt !== null && document.decidedAt >= decidedAt) return;
  const isRejected = event.type === 'document.rejected';
  await setDocument(db, document, {
    state: isRejected ? 'rejected' : 'accepted',
    reason: isRejected ? event.reason : '',
    decidedAt,
    sentAt: document.sentAt ?? decidedAt,
  });
  // Neither the lender nor we need a rejected file.
  if (isRejected) await removeLater(db, await dropFiles(db, [document]));
}

/**
 * Withdraws the open requests of an offer's lender, or of all lenders, and removes unsent
 * documents.
 */
export async function withdrawRequests(
  db: Database,
  application: Application,
  of: { offerId?: number; now: Date },
): Promise<void> {
  const open = (await selectRequests(db, application)).filter(
    ({ state, offerId }) => state === 'open' && (of.offerId ?? offerId) === offerId,
  );
  const ids = open.map(({ id }) => id);
  await setRequests(db, application, ids, { state: 'withdrawn', endedAt: of.now });
  await dropUnsent(db, application, ids);
}

/** Deletes all files after the homeowner withdrew the application. */
export async function removeAllFiles(db: Database, application: Application): Promise<void> {
  await removeLater(db, await dropFiles(db, await selectDocuments(db, application)));
}

/** A document being sent stays: it arrives, or the sending job drops it. */
async function dropUnsent(
  db: Database,
  application: Application,
  requestIds: readonly number[],
): Promise<void> {
  const unsent = (await selectDocuments(db, application)).filter(
    ({ requestId, state }) => requestIds.includes(requestId) && state === 'waiting',
  );
  await removeLater(
    db,
    await deleteDocuments(
      db,
      application,
      unsent.map(({ id }) => id),
    ),
  );
}

/** Deletes files once the transaction commits. */
export async function removeLater(db: Database, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await enqueue(db, removeFiles, { keys: [...keys] });
}
