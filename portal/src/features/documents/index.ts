import { lazy } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { accessTo, viewAccess } from '@lintel/contract/core/access';
import type { DocumentKind } from '@lintel/contract/documents/constants';

/** Read and write permissions for documents. */
export const documentAccess = viewAccess('documents');
export const writingDocuments = accessTo('documents');

const loadCustomerDocuments = () => import('./customer-documents.tsx');

/** A customer's estimates and invoices, for the customer's screen. */
export const CustomerDocuments = lazy(() =>
  loadCustomerDocuments().then((module) => ({ default: module.CustomerDocuments })),
);

/** Prefetches their code and list before the screen renders. */
export const prefetchCustomerDocuments = async (
  client: QueryClient,
  userId: number,
  customerId: number,
) => (await loadCustomerDocuments()).prefetchDocuments(client, userId, customerId);

/** Converts a page's quick document to a stored draft. */
export const newDocumentSearch = (kind: DocumentKind, pageId: number) => ({
  kind,
  quick: String(pageId),
});
