import { listDocuments } from '@lintel/contract/documents/documents';
import { at, listView, orderAt } from '../../lib/list-view.ts';

const { page, limit, order, search, kind, state, customerId } = listDocuments.query.shape;

/** The list's view from its address. */
export const documentsView = listView({
  page: at('page', page),
  limit: at('limit', limit),
  order: orderAt(order),
  search: at('search', search),
  kind: at('kind', kind),
  state: at('state', state),
  customerId: at('customerId', customerId),
});
export type DocumentsView = typeof documentsView.standard;
