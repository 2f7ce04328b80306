import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  AdjustmentState,
  approveAdjustment,
  cancelAdjustment,
  findContractors,
  listAdjustments,
  proposeAdjustment,
  rejectAdjustment,
} from '@lintel/contract/commissions/adjustments';
import type {
  addCommissionRates,
  cancelCommissionRates,
  readCommissionRates,
} from '@lintel/contract/commissions/manage-rates';
import { call } from '../../../lib/api/call.ts';
import type { GridView } from '../../../ui/grid-view.ts';

/** The query key prefix of everything about rates and adjustments. */
export const manageKey = ['manage-commissions'] as const;

const getRates = call<typeof readCommissionRates>({
  method: 'GET',
  path: '/manage/commission-rates',
});
export const addRates = call<typeof addCommissionRates>(
  { method: 'POST', path: '/manage/commission-rates' },
  { handles: [409, 422, 500] },
);
export const cancelRates = call<typeof cancelCommissionRates>(
  { method: 'POST', path: '/manage/commission-rates/{from}/cancel' },
  { handles: [404, 409, 500] },
);

export const ratesQuery = queryOptions({
  queryKey: [...manageKey, 'rates'],
  queryFn: ({ signal }) => getRates({}, { signal }),
});

const getAdjustments = call<typeof listAdjustments>({
  method: 'GET',
  path: '/manage/commission-adjustments',
});
const getContractors = call<typeof findContractors>({
  method: 'GET',
  path: '/manage/commission-contractors',
});
const decides = { handles: [403, 404, 409, 500] };
export const propose = call<typeof proposeAdjustment>(
  { method: 'POST', path: '/manage/commission-adjustments' },
  { handles: [404, 422, 500] },
);
export const approve = call<typeof approveAdjustment>(
  {
    method: 'POST',
    path: '/manage/contractor/{id}/commission-adjustment/{adjustmentId}/approve',
  },
  decides,
);
export const reject = call<typeof rejectAdjustment>(
  {
    method: 'POST',
    path: '/manage/contractor/{id}/commission-adjustment/{adjustmentId}/reject',
  },
  decides,
);
export const cancelProposal = call<typeof cancelAdjustment>(
  {
    method: 'POST',
    path: '/manage/contractor/{id}/commission-adjustment/{adjustmentId}/cancel',
  },
  decides,
);

export interface AdjustmentsView extends GridView {
  state: '' | AdjustmentState;
  searchText: string;
}

/** One page of adjustments. The last page stays visible while the next one loads. */
export const adjustmentsQuery = ({ page, limit, order, state, searchText }: AdjustmentsView) =>
  queryOptions({
    queryKey: [...manageKey, 'adjustments', { page, limit, order, state, searchText }],
    queryFn: ({ signal }) =>
      getAdjustments({ query: { page, limit, order, filters: { state, searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Contractors for a new adjustment; none for less than two characters. */
export const contractorsQuery = (search: string) =>
  queryOptions({
    queryKey: [...manageKey, 'contractors', search],
    queryFn: ({ signal }) => getContractors({ query: { search } }, { signal }),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
  });
