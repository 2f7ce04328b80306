import { listCustomers } from '@lintel/contract/customers/customer';
import { at, listView, orderAt } from '../../lib/list-view.ts';

const { page, limit, order, search, tag, state } = listCustomers.query.shape;

/** The list's view from its address. */
export const customersView = listView({
  page: at('page', page),
  limit: at('limit', limit),
  order: orderAt(order),
  search: at('search', search),
  tag: at('tag', tag),
  state: at('state', state),
});
export type CustomersView = typeof customersView.standard;
