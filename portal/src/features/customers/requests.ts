import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { accessTo } from '@lintel/contract/core/access';
import type { Answer } from '@lintel/contract/core/endpoint';
import type {
  archiveCustomer as archive,
  createCustomer as create,
  editCustomer as edit,
  findAlike,
  listCustomerTags,
  listCustomers,
  readCustomer,
  readCustomerTimeline,
  restoreCustomer as restore,
} from '@lintel/contract/customers/customer';
import { call } from '../../lib/api/call.ts';
import { adjacentCursor } from '../../lib/list-view.ts';
import type { CustomersView } from './customers-view.ts';

/** Permission to add and change customers; other users of the section are read-only. */
export const changing = accessTo('customers');

const getCustomers = call<typeof listCustomers>({ method: 'GET', path: '/customers' });
const getTags = call<typeof listCustomerTags>({ method: 'GET', path: '/customers/tags' });
const getAlike = call<typeof findAlike>({ method: 'GET', path: '/customers/alike' });
const getCustomer = call<typeof readCustomer>({ method: 'GET', path: '/customers/{id}' });
const getTimeline = call<typeof readCustomerTimeline>({
  method: 'GET',
  path: '/customers/{id}/timeline',
});

export const createCustomer = call<typeof create>(
  { method: 'POST', path: '/customers' },
  { handles: [409, 500] },
);
export const editCustomer = call<typeof edit>(
  { method: 'POST', path: '/customers/{id}' },
  { handles: [409, 500] },
);
export const archiveCustomer = call<typeof archive>({
  method: 'POST',
  path: '/customers/{id}/archive',
});
export const restoreCustomer = call<typeof restore>({
  method: 'POST',
  path: '/customers/{id}/restore',
});

/** The query key prefix of every customer list and customer. */
export const customersKey = ['customers'] as const;

type List = Answer<typeof listCustomers>;
const pageKey = (userId: number, view: CustomersView) =>
  [...customersKey, 'list', userId, view] as const;

/** One page of the customers of the account on screen. */
export const customersQuery = (userId: number, view: CustomersView) =>
  queryOptions({
    queryKey: pageKey(userId, view),
    queryFn: ({ signal, client }) => {
      const cursor = adjacentCursor(view, (page) =>
        client.getQueryData<List>(pageKey(userId, { ...view, page })),
      );
      return getCustomers({ query: { ...view, ...cursor } }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const tagsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...customersKey, 'tags', userId],
    queryFn: ({ signal }) => getTags({}, { signal }).then(({ data }) => data),
  });

/** Other customers with this phone or e-mail. */
export const duplicateContactsQuery = (contact: {
  phone: string;
  email: string;
  id?: number | undefined;
}) =>
  queryOptions({
    queryKey: [...customersKey, 'alike', contact],
    queryFn: ({ signal }) => getAlike({ query: contact }, { signal }).then(({ data }) => data),
  });

export const findCustomer = (id: number) => getCustomer({ params: { id } });

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: [...customersKey, 'one', id],
    queryFn: ({ signal }) => getCustomer({ params: { id } }, { signal }).then(({ data }) => data),
    retry: false,
  });

export const readTimeline = (id: number, before: string | undefined, signal: AbortSignal) =>
  getTimeline({ params: { id }, ...(before !== undefined && { query: { before } }) }, { signal });
