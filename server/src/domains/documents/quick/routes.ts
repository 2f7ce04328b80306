import * as contract from '@lintel/contract/documents/quick/document';
import type { Context } from '../../../platform/context.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { mailFinancingLink, makeDocument } from './service.ts';
import { pdfFileName } from './present.ts';

/** Invoices and estimates that are made as a PDF and not stored. */
export const quickRoutes = (context: Context): Route[] => [
  handle(contract.priceDocument, async ({ body, caller, owned }) => ({
    content: await makeDocument(context, caller, owned, body),
    headers: {
      'content-disposition': `inline; filename="${pdfFileName(body)}"`,
      'cache-control': 'no-store',
    },
  })),
  handle(contract.mailLink, async ({ body, caller, owned }) => {
    await mailFinancingLink(context, caller, owned, body.email);
    return { message: 'Success!' };
  }),
];
