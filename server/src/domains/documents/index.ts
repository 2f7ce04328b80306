import type { DocumentRow } from '@lintel/contract/documents/views';
import type { Database } from '../../platform/db/connect.ts';
import { brandOf } from '../../platform/brand.ts';
import { ofContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { Typesetter } from '../../platform/typeset/typesetter.ts';
import type { MessagingDeps } from '../messaging/index.ts';
import { documentLayout, PaperLogos, quickRoutes } from './quick/index.ts';
import type { PageRenderer } from '../pages/index.ts';
import { customerPages, type ApplyCode } from './customer-page.ts';
import type { CountText, DocumentDeps } from './deps.ts';
import {
  documentsOfApplication,
  documentsOfCustomer,
  moveDocuments,
} from './customer-repository.ts';
import { documentLinkFor } from './send.ts';
import { documentFiles, documentLogos, pdfJob } from './files.ts';
import { documentData } from './own-data.ts';
import { isDocumentOf, isSavedItemOf } from './repository.ts';
import { documentRoutes } from './routes.ts';
import { noteDelivery } from './texting.ts';

export { listColumns } from './columns.ts';
export { documentTimeline } from './timeline.ts';
export { isUnanswered } from './list-repository.ts';
export { makeLink } from './links.ts';
export { documentPerson } from './person.ts';
export { documentRetention } from './retention.ts';

interface Deps extends Pick<
  Context,
  'config' | 'database' | 'clock' | 'keys' | 'files' | 'counter'
> {
  messaging: MessagingDeps;
  renderer: PageRenderer;
  /** Texts with documents share the limit of links to apply. */
  countText: CountText;
  /** Makes links to apply as a customer. */
  applyCode: ApplyCode;
}

interface DocumentPart extends PartWithRows<'document' | 'savedItem'> {
  /**
   * The customer's address of a sent document, in the caller's transaction. Throws `plan_required`,
   * and `document_closed` for drafts and void documents.
   */
  linkFor(
    tx: Database,
    of: { contractorId: number; documentId: number },
  ): Promise<{ url: string; customerId: number | null }>;
  ofCustomer(
    of: { contractorId: number; customerId: number },
    limit: number,
  ): Promise<DocumentRow[]>;
  /** Documents of the application's customer, and those paid by its funding. */
  ofApplication(
    of: { contractorId: number; applicationId: number },
    limit: number,
  ): Promise<DocumentRow[]>;
}

/** Stored estimates and invoices, their payments, and saved items. */
export function part({
  config,
  database,
  clock,
  keys,
  files,
  counter,
  messaging,
  countText,
  renderer,
  applyCode,
}: Deps): DocumentPart {
  const { db, pool } = database;
  const deps: DocumentDeps = {
    db,
    clock,
    files,
    counter,
    messaging,
    countText,
    logos: new PaperLogos(files),
    typesetter: new Typesetter(documentLayout),
    publicUrl: config.publicUrl,
    timeZone: config.BUSINESS_TIME_ZONE,
    accent: config.BRAND_PRIMARY_COLOR,
    linkKey: keys.derive('document link'),
  };
  return {
    linkFor: (tx, of) => documentLinkFor(deps, tx, of),
    ofCustomer: (of, limit) => documentsOfCustomer(db, deps, of, limit),
    ofApplication: (of, limit) => documentsOfApplication(db, deps, of, limit),
    routes: [...documentRoutes({ ...deps, pool }), ...quickRoutes(deps)],
    finders: {
      document: ofContractor((contractorId, id) => isDocumentOf(db, contractorId, id)),
      savedItem: ofContractor((contractorId, id) => isSavedItemOf(db, contractorId, id)),
    },
    pages: customerPages({ ...deps, brand: brandOf(config), renderer, applyCode }),
    listeners: {
      'delivery.changed': noteDelivery,
      'customers.merged': moveDocuments,
    },
    jobs: [pdfJob(deps)],
    files: [documentFiles, documentLogos],
    ownData: documentData({ ...deps, pool }),
  };
}
