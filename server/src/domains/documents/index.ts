import { ownedByContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { quickRoutes } from './quick/index.ts';
import { customerPages } from './customer-page.ts';
import { moveDocuments } from './customer-repository.ts';
import { documentFiles, documentLogos, pdfJob } from './files.ts';
import { documentData } from './own-data.ts';
import { ownsDocument, ownsSavedItem } from './repository.ts';
import { documentRoutes } from './routes.ts';
import { recordDelivery } from './texting.ts';
import { reverseFundedPayment } from './payments.ts';

export { listColumns } from './columns.ts';
export { selectApplicationDocuments } from './customer-repository.ts';
export { documentTimeline } from './timeline.ts';
export { isUnanswered } from './list-repository.ts';
export { makeLink } from './links.ts';
export { documentPerson } from './person.ts';
export { documentRetention } from './retention.ts';

/** Stored estimates and invoices, their payments, and saved items. */
export function part(context: Context): PartWithRows<'document' | 'savedItem'> {
  const { db } = context;
  return {
    routes: [...documentRoutes(context), ...quickRoutes(context)],
    finders: {
      document: ownedByContractor((contractorId, id) => ownsDocument(db, contractorId, id)),
      savedItem: ownedByContractor((contractorId, id) => ownsSavedItem(db, contractorId, id)),
    },
    pages: customerPages(context),
    listeners: {
      'delivery.changed': recordDelivery,
      'customers.merged': moveDocuments,
      'funding.reversed': (tx, reversal) => reverseFundedPayment(tx, context, reversal),
    },
    jobs: [pdfJob(context)],
    files: [documentFiles, documentLogos],
    ownData: documentData(context),
  };
}
