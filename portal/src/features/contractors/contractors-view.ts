import {
  paymentStatuses,
  tiers,
  type PaymentStatus,
  type Tier,
} from '@lintel/contract/billing/tiers';
import {
  contractorOrders,
  contractorPageSizes,
  cpActivations,
  type CpActivation,
} from '@lintel/contract/contractors/manage-constants';
import { w9Statuses, type W9Status } from '@lintel/contract/payouts/constants';
import type { GridView } from '../../ui/grid-view.ts';

/** What the list can be filtered by; empty is everything. */
export interface ContractorFilters {
  searchText: string;
  statusPayment: '' | PaymentStatus;
  statusW9: W9Status[];
  showDifferencesOnly: boolean;
  tier: '' | Tier;
  cpActivation: '' | CpActivation;
}

/** The list as its address tells it. */
export type ContractorsView = GridView & ContractorFilters;

export const noFilters: ContractorFilters = {
  searchText: '',
  statusPayment: '',
  statusW9: [],
  showDifferencesOnly: false,
  tier: '',
  cpActivation: '',
};

export const firstView: ContractorsView = { page: 1, limit: 25, order: '+hasUser', ...noFilters };

/** What the address may hold; anything that is no choice is as if it were not there. */
type Search = Record<string, unknown>;

/** The router reads what looks like a number as one. */
const textOf = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | '' =>
  values.find((one) => one === value) ?? '';
const pageOf = (value: unknown): number =>
  Number.isInteger(value) && Number(value) > 0 ? Number(value) : firstView.page;

function orderOf(value: unknown): string {
  const order = textOf(value);
  const known = /^[+-]/.test(order) && contractorOrders.some((field) => field === order.slice(1));
  return known ? order : firstView.order;
}

/** Reads the view from the address. `companyName` is how other places ask for a search. */
export function viewOf(search: Search): ContractorsView {
  const w9 = textOf(search['w9']).split(',');
  return {
    page: pageOf(search['page']),
    limit: contractorPageSizes.find((size) => size === search['limit']) ?? firstView.limit,
    order: orderOf(search['order']),
    searchText: textOf(search['search'] ?? search['companyName']),
    statusPayment: oneOf(paymentStatuses, search['status']),
    statusW9: w9Statuses.filter((status) => w9.includes(status)),
    showDifferencesOnly: textOf(search['differences']) === '1',
    tier: oneOf(tiers, search['tier']),
    cpActivation: oneOf(cpActivations, search['activation']),
  };
}

/** The address of a view: only what differs from the plain list. */
export function searchOf(view: ContractorsView): Search {
  const {
    page,
    limit,
    order,
    searchText,
    statusPayment,
    statusW9,
    showDifferencesOnly,
    tier,
    cpActivation,
  } = view;
  return {
    ...(searchText !== '' && { search: searchText }),
    ...(statusPayment !== '' && { status: statusPayment }),
    ...(statusW9.length > 0 && { w9: statusW9.join(',') }),
    ...(showDifferencesOnly && { differences: 1 }),
    ...(tier !== '' && { tier }),
    ...(cpActivation !== '' && { activation: cpActivation }),
    ...(order !== firstView.order && { order }),
    ...(limit !== firstView.limit && { limit }),
    ...(page !== firstView.page && { page }),
  };
}

/** The filters of a view alone. */
export const filtersOf = (view: ContractorFilters): ContractorFilters => {
  const { searchText, statusPayment, statusW9, showDifferencesOnly, tier, cpActivation } = view;
  return { searchText, statusPayment, statusW9, showDifferencesOnly, tier, cpActivation };
};

/** Whether a filter is set: an empty list then means something else. */
export const isFiltered = (view: ContractorFilters): boolean =>
  JSON.stringify(filtersOf(view)) !== JSON.stringify(noFilters);
