import { lazy } from 'react';
import { accessTo, sightOf } from '@lintel/contract/core/access';
import type { DocumentKind } from '@lintel/contract/documents/constants';

/** Who sees documents, and who writes them. */
export const seeingDocuments = sightOf('documents');
export const writingDocuments = accessTo('documents');

/** A customer's estimates and invoices, for the customer's screen. */
export const CustomerDocuments = lazy(() =>
  import('./customer-documents.tsx').then((module) => ({ default: module.CustomerDocuments })),
);

/** Where a quick document of a page becomes one that is kept, with what was typed. */
export const keepingSearch = (kind: DocumentKind, pageId: number) => ({
  kind,
  quick: String(pageId),
});
