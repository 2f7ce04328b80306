import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  deskFilterShape,
  listDeskApplications,
  type readDeskApplication,
} from '@lintel/contract/lender-desk/applications';
import type { actAtDesk, moveMoneyAtDesk } from '@lintel/contract/lender-desk/actions';
import { call } from '../../../lib/api/call.ts';
import { at, listView, orderAt } from '../../../lib/list-view.ts';

export const deskKey = ['lender-desk'] as const;

const getApplications = call<typeof listDeskApplications>({
  method: 'GET',
  path: '/lender/applications',
});
const getApplication = call<typeof readDeskApplication>(
  { method: 'GET', path: '/lender/applications/{reference}' },
  { handles: [404] },
);

const { page, limit, order } = listDeskApplications.query.shape;
const { search, status, waitsFor, state } = deskFilterShape;

/** The list's view from its address. */
export const deskView = listView({
  page: at('page', page),
  limit: at('limit', limit),
  order: orderAt(order),
  search: at('search', search),
  status: at('status', status),
  waitsFor: at('waitsFor', waitsFor),
  state: at('state', state),
});
export type DeskView = typeof deskView.standard;

export const deskListQuery = ({ search, status, waitsFor, state, ...view }: DeskView) =>
  queryOptions({
    queryKey: [...deskKey, 'list', { ...view, search, status, waitsFor, state }],
    queryFn: ({ signal }) =>
      getApplications(
        { query: { ...view, filters: { search, status, waitsFor, state } } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const deskApplicationQuery = (reference: string) =>
  queryOptions({
    queryKey: [...deskKey, reference],
    queryFn: ({ signal }) => getApplication({ params: { reference } }, { signal }),
    retry: false,
  });

/** The form itself shows every failure. */
const handles = { handles: [500] };
export const sendAction = call<typeof actAtDesk>(
  { method: 'POST', path: '/lender/applications/{reference}/actions' },
  handles,
);
export const sendMoney = call<typeof moveMoneyAtDesk>(
  { method: 'POST', path: '/lender/applications/{reference}/fundings' },
  handles,
);
