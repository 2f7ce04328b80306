import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listPrivacyRequests,
  openedRequest,
  type decidePrivacyMatch,
  type extendPrivacyRequest,
  type fulfilPrivacyRequest,
  type readPrivacyRequest,
  type rejectPrivacyRequest,
} from '@lintel/contract/privacy/requests';
import { call } from '../../../lib/api/call.ts';
import { at, listView, orderAt } from '../../../lib/list-view.ts';

const { state, search, order, page, limit } = listPrivacyRequests.query.shape;

/** The list's state in the address, including the open request. */
export const requestsView = listView({
  state: at('state', state),
  search: at('search', search),
  order: orderAt(order),
  page: at('page', page),
  limit: at('limit', limit),
  request: at('request', openedRequest),
});
export type RequestsView = typeof requestsView.standard;

const getList = call<typeof listPrivacyRequests>({
  method: 'GET',
  path: '/manage/privacy-requests',
});
const getOne = call<typeof readPrivacyRequest>({
  method: 'GET',
  path: '/manage/privacy-requests/{id}',
});
export const postExtend = call<typeof extendPrivacyRequest>(
  { method: 'POST', path: '/manage/privacy-requests/{id}/extend' },
  { handles: [409] },
);
export const postReject = call<typeof rejectPrivacyRequest>(
  { method: 'POST', path: '/manage/privacy-requests/{id}/reject' },
  { handles: [409] },
);
export const postMatch = call<typeof decidePrivacyMatch>(
  { method: 'POST', path: '/manage/privacy-requests/{id}/matches' },
  { handles: [409] },
);
export const postFulfil = call<typeof fulfilPrivacyRequest>(
  { method: 'POST', path: '/manage/privacy-requests/{id}/fulfil' },
  { handles: [409] },
);

export const requestsKey = ['privacy-requests'] as const;

export const listQuery = ({ request: _opened, ...view }: RequestsView) =>
  queryOptions({
    queryKey: [...requestsKey, 'list', view],
    queryFn: ({ signal }) => getList({ query: view }, { signal }),
    placeholderData: keepPreviousData,
  });

export const requestQuery = (id: number) =>
  queryOptions({
    queryKey: [...requestsKey, 'one', id],
    queryFn: ({ signal }) => getOne({ params: { id } }, { signal }),
  });
