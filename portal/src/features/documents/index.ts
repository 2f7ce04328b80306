import { lazy } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { accessTo, sightOf } from '@lintel/contract/core/access';
import type { DocumentKind } from '@lintel/contract/documents/constants';

/** Who sees documents, and who writes them. */
export const seeingDocuments = sightOf('documents');
export const writingDocuments = accessTo('documents');

const loadCustomerDocuments = () => import('./customer-documents.tsx');

/** A customer's estimates and invoices, for the customer's screen. */
export const CustomerDocuments = lazy(() =>
  loadCustomerDocuments().then((module) => ({ default: module.CustomerDocuments })),
);

/** Loads their code and their list before the screen is drawn. */
export const prefetchCustomerDocuments = async (
  client: QueryClient,
  userId: number,
  customerId: number,
) => (await loadCustomerDocuments()).prefetchDocuments(client, userId, customerId);

/** Where a quick document of a page becomes one that is kept, with what was typed. */
export const keepingSearch = (kind: DocumentKind, pageId: number) => ({
  kind,
  quick: String(pageId),
});
