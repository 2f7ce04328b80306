import { listContractors } from '@lintel/contract/contractors/manage';
import { contractorFilters, type ContractorFilters } from '@lintel/contract/contractors/views';
import { w9Statuses } from '@lintel/contract/payouts/constants';
import { at, listView, orderAt } from '../../lib/list-view.ts';

export type { ContractorFilters };

const { page, limit, order, accountToCreate } = listContractors.query.shape;
const filters = contractorFilters.shape;

/** The list's view from its address. Links from other screens search with `companyName`. */
export const contractorsView = listView({
  searchText: at('search', filters.searchText, { alias: 'companyName' }),
  statusPayment: at('status', filters.statusPayment),
  statusW9: at('w9', filters.statusW9, {
    from: (text) => w9Statuses.filter((status) => text.split(',').includes(status)),
    to: (statuses) => statuses.join(','),
  }),
  showDifferencesOnly: at('differences', filters.showDifferencesOnly, { to: Number }),
  tier: at('tier', filters.tier),
  cpActivation: at('activation', filters.cpActivation),
  accountToCreate: at('account', accountToCreate, {
    from: (text) => text === 'to-create',
    to: () => 'to-create',
  }),
  order: orderAt(order),
  limit: at('limit', limit),
  page: at('page', page),
});
export type ContractorsView = typeof contractorsView.standard;

/** The savable filters, and whether only contractors without an account show. */
export type ListFilters = ContractorFilters & Pick<ContractorsView, 'accountToCreate'>;

/** The filters that a saved view stores. */
export const toFilters = (view: ContractorFilters): ContractorFilters => {
  const { searchText, statusPayment, statusW9, showDifferencesOnly, tier, cpActivation } = view;
  return { searchText, statusPayment, statusW9, showDifferencesOnly, tier, cpActivation };
};

export const noFilters: ListFilters = {
  ...toFilters(contractorsView.standard),
  accountToCreate: false,
};

/** Whether a filter is set; an empty list then needs another message. */
export const isFiltered = ({ accountToCreate: isToCreate, ...view }: ListFilters): boolean =>
  isToCreate ||
  JSON.stringify(toFilters(view)) !== JSON.stringify(toFilters(contractorsView.standard));
