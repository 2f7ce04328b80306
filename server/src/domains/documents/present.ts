import { taxRatePlaces } from '@lintel/contract/documents/constants';
import type { DocumentContent, DocumentContentView } from '@lintel/contract/documents/content';
import {
  documentActions,
  isExpired,
  isOverdue,
  mayBe,
  type DocumentAction,
} from '@lintel/contract/documents/lifecycle';
import { documentSums } from '@lintel/contract/documents/maths';
import type { DocumentRow, FullDocument } from '@lintel/contract/documents/views';
import { mapValues } from '@lintel/contract/core/map-values';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { toDollars } from '../../platform/money.ts';
import { fullNames } from '../identity/index.ts';
import type { Context } from '../../platform/context.ts';
import { readFacts } from './facts-repository.ts';
import { livingLink } from './links.ts';
import {
  findDocument,
  findInvoice,
  selectEvents,
  selectPayments,
  selectRevisions,
  type DocumentKey,
  type DocumentRecord,
  type Payment,
  type Revision,
} from './repository.ts';
import { contractorToday } from './contractor-today.ts';

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The columns that lists use. */
export type ListedDocument = Pick<
  DocumentRecord,
  | 'id'
  | 'kind'
  | 'number'
  | 'status'
  | 'customerId'
  | 'pageId'
  | 'customerName'
  | 'projectName'
  | 'totalCents'
  | 'paidCents'
  | 'balanceCents'
  | 'issuedOn'
  | 'dueOn'
  | 'validUntil'
  | 'hasUnsentChanges'
  | 'updatedAt'
  | 'sentAt'
  | 'viewedAt'
>;

/** `today` is the date in the contractor's time zone. */
export const presentRow = (row: ListedDocument, today: string): DocumentRow => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  status: row.status,
  customerId: row.customerId,
  customerName: row.customerName,
  projectName: row.projectName,
  total: toDollars(row.totalCents),
  paid: toDollars(row.paidCents),
  balance: toDollars(row.balanceCents),
  issuedOn: row.issuedOn,
  dueOn: row.dueOn,
  validUntil: row.validUntil,
  isOverdue: isOverdue(row, today),
  isExpired: isExpired(row, today),
  hasUnsentChanges: row.hasUnsentChanges && row.sentAt !== null,
  updatedAt: row.updatedAt.toISOString(),
  sentAt: isoOrNull(row.sentAt),
  viewedAt: isoOrNull(row.viewedAt),
});

/** Converts hundredths to API numbers. */
const whole = (hundredths: number): number => hundredths / 100;
const presentPart = ({ kind, value }: DocumentContent['discount']) => ({
  kind,
  value: whole(value),
});

export const presentContent = (content: DocumentContent): DocumentContentView => ({
  ...content,
  items: content.items.map(({ quantity, unitPrice, ...item }) => ({
    ...item,
    quantity: whole(quantity),
    unitPrice: toDollars(unitPrice),
  })),
  discount: presentPart(content.discount),
  deposit: presentPart(content.deposit),
  taxRate: content.taxRate / 10 ** taxRatePlaces,
});

const presentRevision = (row: Revision): FullDocument['revisions'][number] => ({
  revision: row.revision,
  sentAt: row.sentAt.toISOString(),
  total: toDollars(row.totalCents),
  signature: row.signedAt && {
    name: row.signedName,
    at: row.signedAt.toISOString(),
    address: row.signedAddress,
    userAgent: row.signedUserAgent,
  },
  declinedAt: isoOrNull(row.declinedAt),
  declineReason: row.declineReason,
});

const presentPayment = (
  row: Payment,
  names: ReadonlyMap<number, string>,
): FullDocument['payments'][number] => ({
  id: row.id,
  method: row.method,
  amount: toDollars(row.amountCents),
  paidOn: row.paidOn,
  checkNumber: row.checkNumber,
  note: row.note,
  applicationId: row.applicationId,
  lenderName: row.lenderName,
  enteredAt: row.enteredAt.toISOString(),
  enteredBy: names.get(row.enteredBy ?? 0) ?? null,
  takenBackAt: isoOrNull(row.takenBackAt),
  takenBackReason: row.takenBackReason,
});

/** The actions that a document's status, dates, and changes allow. */
const allowedActions = (row: DocumentRecord, today: string): DocumentAction[] =>
  documentActions.filter(
    (action) => mayBe(row, action) && !(action === 'accept' && isExpired(row, today)),
  );

/** A whole document. Throws `not_found`. */
export async function readWhole(
  context: Context,
  db: Database,
  key: DocumentKey,
): Promise<FullDocument> {
  const row = await findDocument(db, key);
  if (row === undefined) throw new AppError('not_found');
  const today = await contractorToday(context, db, key.contractorId);
  const estimate =
    row.estimateId === null
      ? undefined
      : await findDocument(db, { contractorId: key.contractorId, id: row.estimateId });
  const invoice = await findInvoice(db, key);
  const { logoKey } = await readFacts(db, row);
  const payments = await selectPayments(db, key);
  const events = await selectEvents(db, key);
  const people = [
    ...events.map(({ actorId }) => actorId),
    ...payments.map(({ enteredBy }) => enteredBy),
  ].flatMap((id) => id ?? []);
  const names: ReadonlyMap<number, string> =
    people.length === 0 ? new Map() : await fullNames(db, [...new Set(people)]);
  return {
    ...presentRow(row, today),
    version: row.version,
    content: presentContent(row.content),
    sums: mapValues(documentSums(row.content), toDollars),
    pageId: row.pageId,
    logoUrl: logoKey === null ? null : `/api/v1/media/${logoKey}`,
    revision: row.hasUnsentChanges ? row.sentRevision + 1 : row.sentRevision,
    sentRevision: row.sentRevision === 0 ? null : row.sentRevision,
    revisions: (await selectRevisions(db, key)).map(presentRevision),
    payments: payments.map((payment) => presentPayment(payment, names)),
    events: events.map(({ id, at, kind, actorId, details }) => ({
      id,
      at: at.toISOString(),
      kind,
      actor: names.get(actorId ?? 0) ?? null,
      details,
    })),
    estimate: estimate ? { id: estimate.id, number: estimate.number } : null,
    invoice: invoice
      ? { id: invoice.id, number: invoice.number, paid: toDollars(invoice.paidCents) }
      : null,
    voidReason: row.voidReason,
    link: await livingLink(context, db, key),
    may: allowedActions(row, today),
  };
}
