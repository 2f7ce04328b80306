import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { accessTo } from '@lintel/contract/core/access';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { listCustomers } from '@lintel/contract/customers/customer';
import type { DocumentKind } from '@lintel/contract/documents/constants';
import type {
  createDocument as create,
  documentTotals,
  listDocuments,
  readDocument,
  saveDocument as save,
  startDocument,
} from '@lintel/contract/documents/documents';
import type { FullDocument } from '@lintel/contract/documents/views';
import { call } from '../../lib/api/call.ts';
import { buildAddress } from '../../lib/api/encode.ts';
import { basePath } from '../../lib/api/send.ts';
import { adjacentCursor } from '../../lib/list-view.ts';
import type { DocumentsView } from './documents-view.ts';

/** Permission to write, send, and receive payments; other users of the section are read-only. */
export const changing = accessTo('documents');

/** The query key prefix of every document list and document. */
export const documentsKey = ['documents'] as const;

const getList = call<typeof listDocuments>({ method: 'GET', path: '/documents' });
const getTotals = call<typeof documentTotals>({ method: 'GET', path: '/documents-totals' });
const getDocument = call<typeof readDocument>({ method: 'GET', path: '/documents/{id}' });

type List = Answer<typeof listDocuments>;
const pageKey = (userId: number, view: DocumentsView) =>
  [...documentsKey, 'list', userId, view] as const;

/** One page of the documents of the account on screen. */
export const documentsQuery = (userId: number, view: DocumentsView) =>
  queryOptions({
    queryKey: pageKey(userId, view),
    queryFn: ({ signal, client }) => {
      const cursor = adjacentCursor(view, (page) =>
        client.getQueryData<List>(pageKey(userId, { ...view, page })),
      );
      return getList({ query: { ...view, ...cursor } }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const totalsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...documentsKey, 'totals', userId],
    queryFn: ({ signal }) => getTotals({}, { signal }),
  });

export const documentKey = (userId: number, id: number) =>
  [...documentsKey, 'one', userId, id] as const;

/** One document, always refetched, because others may edit it too. */
export const documentQuery = (userId: number, id: number) =>
  queryOptions({
    queryKey: documentKey(userId, id),
    queryFn: ({ signal }): Promise<FullDocument> => getDocument({ params: { id } }, { signal }),
    retry: false,
    staleTime: 0,
  });

export const findDocument = (id: number): Promise<FullDocument> => getDocument({ params: { id } });

/**
 * The download address of the current list. A navigation sends no headers, so the query names the
 * user.
 */
export const exportAddress = (
  { page: _page, limit: _limit, ...query }: DocumentsView,
  userId: number,
  format: 'xlsx' | 'csv',
): string => `${basePath}${buildAddress('/documents-export', {}, { ...query, userId, format })}`;

const getStart = call<typeof startDocument>({ method: 'GET', path: '/documents-start' });
/** A new document's defaults; empty while offline. */
export const startQuery = (userId: number, kind: DocumentKind, customerId: number | undefined) =>
  queryOptions({
    queryKey: [...documentsKey, 'start', userId, kind, customerId],
    queryFn: ({ signal }) =>
      getStart({ query: { kind, ...(customerId !== undefined && { customerId }) } }, { signal }),
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** The callers show these failures themselves. */
export const createDocument = call<typeof create>(
  { method: 'POST', path: '/documents', encoding: 'json' },
  { handles: [409, 500] },
);
export const saveDocument = call<typeof save>(
  { method: 'POST', path: '/documents/{id}', encoding: 'json' },
  { handles: [409, 500] },
);

const findCustomers = call<typeof listCustomers>({ method: 'GET', path: '/customers' });
/** Customers that match the words, by last activity. */
export const customersQuery = (userId: number, search: string) =>
  queryOptions({
    queryKey: [...documentsKey, 'customers', userId, search],
    queryFn: ({ signal }) => findCustomers({ query: { search, limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });
