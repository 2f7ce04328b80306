import * as contract from '@lintel/contract/documents/quick/document';
import { handle, type Route } from '../../../platform/http/route.ts';
import { mailFinancingLink, makeDocument, type InvoiceDeps } from './service.ts';
import { fileNameOf } from './present.ts';

/** Invoices and estimates that are made as a PDF and not stored. */
export const quickRoutes = (deps: InvoiceDeps): Route[] => [
  handle(contract.priceDocument, async ({ body, caller, owned }) => ({
    content: await makeDocument(deps, caller, owned, body),
    headers: {
      'content-disposition': `inline; filename="${fileNameOf(body)}"`,
      'cache-control': 'no-store',
    },
  })),
  handle(contract.mailLink, async ({ body, caller, owned }) => {
    await mailFinancingLink(deps, caller, owned, body.email);
    return { message: 'Success!' };
  }),
];
