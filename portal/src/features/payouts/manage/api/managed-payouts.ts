import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listManagedPayouts, returnPayout } from '@lintel/contract/payouts';
import type { PayoutOrder, PayoutState } from '@lintel/contract/payouts-constants';
import { call } from '../../../../lib/api/call.ts';
import type { GridView } from '../../../../ui/grid-view.ts';

const get = call<typeof listManagedPayouts>({ method: 'GET', path: '/manage/payouts' });
const post = call<typeof returnPayout>(
  { method: 'POST', path: '/payout/{id}/return', encoding: 'form' },
  { handles: [404, 409, 422, 500] },
);

export interface PayoutsView extends GridView {
  state: PayoutState | '';
  runId?: number;
  searchText: string;
}

export const firstView = (part: Partial<PayoutsView>): PayoutsView => ({
  page: 1,
  limit: 25,
  order: '+month',
  state: '',
  searchText: '',
  ...part,
});

/** What every answer about everybody's payouts begins with in the store of answers. */
export const managedKey = ['payouts', 'managed'] as const;

/** One page of everybody's payouts. While the next one loads, the last one stays. */
export const managedQuery = ({ page, limit, order, state, runId, searchText }: PayoutsView) =>
  queryOptions({
    queryKey: [...managedKey, 'payouts', { page, limit, order, state, runId, searchText }],
    queryFn: ({ signal }) => {
      const filters = { state, searchText, ...(runId !== undefined && { runId }) };
      return get(
        { query: { page, limit, order: order as `+${PayoutOrder}`, filters } },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
  });

/** Books a payout back that the bank has returned. */
export const bookReturn = (id: number, code: string) => post({ params: { id }, body: { code } });
