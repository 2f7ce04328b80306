import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listUnsubscribers } from '@lintel/contract/emails';
import type { UnsubscribeSource } from '@lintel/contract/emails-constants';
import { call } from '../../../lib/api/call.ts';
import type { GridView } from '../../../ui/grid-view.ts';

/** A failed list shows nothing about it, so the application does not speak of it either. */
const getUnsubscribers = call<typeof listUnsubscribers>(
  { method: 'GET', path: '/manage/emails/unsubscribers' },
  { handles: [500] },
);

export interface UnsubscribersView extends GridView {
  email: string;
  source: UnsubscribeSource | '';
}

export const firstUnsubscribers: UnsubscribersView = {
  page: 1,
  limit: 25,
  order: '-date',
  email: '',
  source: '',
};
export const unsubscribersKey = ['emails', 'unsubscribers'] as const;

/** One page of the unsubscribed addresses. While the next one loads, the last one stays. */
export const unsubscribersQuery = ({ page, limit, order, email, source }: UnsubscribersView) =>
  queryOptions({
    queryKey: [...unsubscribersKey, { page, limit, order, email, source }],
    queryFn: ({ signal }) =>
      getUnsubscribers({ query: { page, limit, order, filters: { email, source } } }, { signal }),
    placeholderData: keepPreviousData,
  });
