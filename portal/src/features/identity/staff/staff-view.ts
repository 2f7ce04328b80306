import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listStaff,
  staffAccess,
  staffFilterShape,
  staffTab,
  type readStaff,
} from '@lintel/contract/identity/staff';
import type { listStaffRoles } from '@lintel/contract/identity/roles';
import type { Session } from '@lintel/contract/identity/sessions';
import { call } from '../../../lib/api/call.ts';
import { at, listView, orderAt } from '../../../lib/list-view.ts';
import { may } from '../../../lib/session.ts';

export const mayChangeStaff = (session: Session): boolean => may(session, staffAccess.changing);

const { page, limit, order } = listStaff.query.shape;
const { search, role, status, factor } = staffFilterShape;

/** The list's view from its address. */
export const staffView = listView({
  tab: at('tab', staffTab),
  search: at('search', search),
  role: at('role', role),
  status: at('status', status),
  factor: at('factor', factor),
  order: orderAt(order),
  limit: at('limit', limit),
  page: at('page', page),
});
export type StaffView = typeof staffView.standard;

/** Removes all filters. */
export const noFilters: Partial<StaffView> = {
  search: '',
  role: undefined,
  status: '',
  factor: '',
};

/** Whether a filter is set; an empty list then needs another message. */
export const isFiltered = (view: StaffView): boolean =>
  view.role !== undefined || view.search + view.status + view.factor !== '';

/** The query key prefix of every staff and role list. */
export const staffKey = ['staff'] as const;

const getStaff = call<typeof listStaff>({ method: 'GET', path: '/manage/staff' });

/** One page of the staff accounts. The previous page stays visible while the next one loads. */
export const staffQuery = (view: StaffView) => {
  const query = {
    page: view.page,
    limit: view.limit,
    order: view.order,
    filters: {
      search: view.search,
      ...(view.role !== undefined && { role: view.role }),
      status: view.status,
      factor: view.factor,
    },
  };
  return queryOptions({
    queryKey: [...staffKey, 'accounts', query],
    queryFn: ({ signal }) => getStaff({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
};

const getAccount = call<typeof readStaff>({ method: 'GET', path: '/manage/staff/{id}' });

/** A stored staff account. */
export const findAccount = (id: number) => getAccount({ params: { id } });

const getRoles = call<typeof listStaffRoles>({ method: 'GET', path: '/manage/roles' });

/** Every role with its holders. */
export const staffRolesQuery = queryOptions({
  queryKey: [...staffKey, 'roles'],
  queryFn: async ({ signal }) => (await getRoles({}, { signal })).data,
});

/** A stored role; undefined if deleted. */
export const findRole = async (id: number) => (await getRoles()).data.find((one) => one.id === id);
