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
import type { WholeDocument } from '@lintel/contract/documents/views';
import { call } from '../../lib/api/call.ts';
import { addressOf } from '../../lib/api/encode.ts';
import { basePath } from '../../lib/api/send.ts';
import { besideKnownPage } from '../../lib/list-view.ts';
import type { DocumentsView } from './documents-view.ts';

/** Who may write, send and be paid; all others of the section only see documents. */
export const changing = accessTo('documents');

/** What every list of documents, and each document, begins with in the store of answers. */
export const documentsKey = ['documents'] as const;

const getList = call<typeof listDocuments>({ method: 'GET', path: '/documents' });
const getTotals = call<typeof documentTotals>({ method: 'GET', path: '/documents-totals' });
const getDocument = call<typeof readDocument>({ method: 'GET', path: '/documents/{id}' });

type List = Answer<typeof listDocuments>;
const pageKey = (userId: number, view: DocumentsView) =>
  [...documentsKey, 'list', userId, view] as const;

/** One page of the documents of the account that is looked at. */
export const documentsQuery = (userId: number, view: DocumentsView) =>
  queryOptions({
    queryKey: pageKey(userId, view),
    queryFn: ({ signal, client }) => {
      const beside = besideKnownPage(view, (page) =>
        client.getQueryData<List>(pageKey(userId, { ...view, page })),
      );
      return getList({ query: { ...view, ...beside } }, { signal });
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

/** One document as it is now; others work on it, too. */
export const documentQuery = (userId: number, id: number) =>
  queryOptions({
    queryKey: documentKey(userId, id),
    queryFn: ({ signal }): Promise<WholeDocument> => getDocument({ params: { id } }, { signal }),
    retry: false,
    staleTime: 0,
  });

export const findDocument = (id: number): Promise<WholeDocument> => getDocument({ params: { id } });

/** Where the export of what the list shows is: a navigation, so the user is named in the query. */
export const exportAddress = (
  { page: _page, limit: _limit, ...query }: DocumentsView,
  userId: number,
  format: 'xlsx' | 'csv',
): string => `${basePath}${addressOf('/documents-export', {}, { ...query, userId, format })}`;

const getStart = call<typeof startDocument>({ method: 'GET', path: '/documents-start' });
/** What a new document begins with. Without a network it begins with nothing. */
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

/** Both tell by themselves what stands in their way. */
export const createDocument = call<typeof create>(
  { method: 'POST', path: '/documents', encoding: 'json' },
  { handles: [409, 500] },
);
export const saveDocument = call<typeof save>(
  { method: 'POST', path: '/documents/{id}', encoding: 'json' },
  { handles: [409, 500] },
);

const findCustomers = call<typeof listCustomers>({ method: 'GET', path: '/customers' });
/** Customers by words of theirs, the last active first. */
export const customersQuery = (userId: number, search: string) =>
  queryOptions({
    queryKey: [...documentsKey, 'customers', userId, search],
    queryFn: ({ signal }) => findCustomers({ query: { search, limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });
