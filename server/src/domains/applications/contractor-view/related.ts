import { viewAccess } from '@lintel/contract/core/access';
import { isOneOf } from '@lintel/contract/core/narrow';
import { keysOf } from '@lintel/contract/core/map-values';
import { homeownerMessages, type MessageFate } from '@lintel/contract/applications/desk-constants';
import type {
  ApplicationDetails,
  TimelineEvent,
  RelatedCustomer,
  RelatedDocument,
  RelatedLink,
} from '@lintel/contract/applications/application-detail';
import type { TextStatus } from '@lintel/contract/texts/constants';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { mayUse, type Caller } from '../../../platform/http/caller.ts';
import { selectMessagesAbout, type MessageRow } from '../../messaging/index.ts';
import type { ApplicationKey } from './notes-repository.ts';

/** Data of other domains about an application, without permission checks. */
export interface RelatedRecords {
  customerOf(context: Context, of: ApplicationKey): Promise<RelatedCustomer | null>;
  linksOf(context: Context, of: ApplicationKey): Promise<RelatedLink[]>;
  documentsOf(context: Context, of: ApplicationKey): Promise<RelatedDocument[]>;
}

/** The same data, limited to the sections the caller may see. */
export async function readRelated(
  context: Context,
  caller: Caller,
  { contractorId, applicationId }: ApplicationKey,
): Promise<Pick<ApplicationDetails, 'customer' | 'links' | 'documents'>> {
  const of = { contractorId, applicationId };
  const { related } = context;
  const seesCustomers = mayUse(viewAccess('customers'), caller);
  const seesDocuments = mayUse(viewAccess('documents'), caller);
  const [customer, links, documents] = await Promise.all([
    seesCustomers ? related.customerOf(context, of) : null,
    seesCustomers ? related.linksOf(context, of) : [],
    seesDocuments ? related.documentsOf(context, of) : [],
  ]);
  return {
    customer: customer && pickCustomer(customer),
    links: links.map(pickLink),
    documents: documents.map(pickDocument),
  };
}

// The sources return more fields than callers may see.
const pickCustomer = ({ id, name, phone, email }: RelatedCustomer): RelatedCustomer => ({
  id,
  name,
  phone,
  email,
});
const pickLink = ({
  id,
  channel,
  state,
  to,
  by,
  createdAt,
  openedAt,
}: RelatedLink): RelatedLink => ({
  id,
  channel,
  state,
  to,
  by,
  createdAt,
  openedAt,
});
const pickDocument = (row: RelatedDocument): RelatedDocument => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  status: row.status,
  projectName: row.projectName,
  total: row.total,
  isOverdue: row.isOverdue,
  isExpired: row.isExpired,
});

/** Most messages of each kind; the newest count. */
const mostMessages = 100;

type SentItem = Pick<TimelineEvent, 'key' | 'what' | 'message'> & { at: Date };

/** Texts and e-mails to the homeowner: their subject and status, never their content. */
export async function selectSent(
  db: Database,
  { contractorId, applicationId }: ApplicationKey,
): Promise<SentItem[]> {
  const about = { kind: 'homeowner', id: applicationId } as const;
  const sent = (['text', 'email'] as const).map(async (channel) =>
    (await selectMessagesAbout(db, { contractorId, channel }, about, mostMessages)).flatMap(
      (message) => sentAs(channel, message),
    ),
  );
  return (await Promise.all(sent)).flat();
}

const fates: Record<TextStatus, MessageFate | null> = {
  queued: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  suppressed: null,
};

const about = keysOf(homeownerMessages);

/** `homeowner-offers` and `homeowner-offers-es` are both about offers. */
function sentAs(
  what: 'text' | 'email',
  { id, event, status, settledAt, createdAt }: MessageRow,
): SentItem[] {
  const fate = fates[status];
  const at = settledAt ?? createdAt;
  const kind = event.replace(/^homeowner-/, '').replace(/-es$/, '');
  if (fate === null || !isOneOf(about, kind)) return [];
  return [{ key: `${what}-${id}`, what, at, message: { about: kind, fate } }];
}
