import { listContractors } from '@lintel/contract/contractors/manage';
import { contractorFilters, type ContractorFilters } from '@lintel/contract/contractors/views';
import { w9Statuses } from '@lintel/contract/payouts/constants';
import { at, listView, orderAt } from '../../lib/list-view.ts';

export type { ContractorFilters };

const { page, limit, order } = listContractors.query.shape;
const filters = contractorFilters.shape;

/** The list as its address tells it. `companyName` is how other places ask for a search. */
export const contractorsView = listView({
  searchText: at('search', filters.searchText, { also: 'companyName' }),
  statusPayment: at('status', filters.statusPayment),
  statusW9: at('w9', filters.statusW9, {
    from: (text) => w9Statuses.filter((status) => text.split(',').includes(status)),
    to: (statuses) => statuses.join(','),
  }),
  showDifferencesOnly: at('differences', filters.showDifferencesOnly, { to: Number }),
  tier: at('tier', filters.tier),
  cpActivation: at('activation', filters.cpActivation),
  order: orderAt(order),
  limit: at('limit', limit),
  page: at('page', page),
});
export type ContractorsView = typeof contractorsView.standard;

/** The filters of a view alone. */
export const filtersOf = (view: ContractorFilters): ContractorFilters => {
  const { searchText, statusPayment, statusW9, showDifferencesOnly, tier, cpActivation } = view;
  return { searchText, statusPayment, statusW9, showDifferencesOnly, tier, cpActivation };
};

export const noFilters = filtersOf(contractorsView.standard);

/** Whether a filter is set: an empty list then means something else. */
export const isFiltered = (view: ContractorFilters): boolean =>
  JSON.stringify(filtersOf(view)) !== JSON.stringify(noFilters);
