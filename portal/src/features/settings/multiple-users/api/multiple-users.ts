import { queryOptions } from '@tanstack/react-query';
import type { readMultipleUsers, saveMultipleUsers } from '@lintel/contract/settings-team';
import { call } from '../../../../lib/api/call.ts';

const getMultipleUsers = call<typeof readMultipleUsers>({
  method: 'GET',
  path: '/setting/multiple-users',
});

export const multipleUsersQuery = queryOptions({
  queryKey: ['multiple-users'],
  queryFn: ({ signal }) => getMultipleUsers({}, { signal }),
});

export const postMultipleUsers = call<typeof saveMultipleUsers>(
  { method: 'POST', path: '/setting/multiple-users' },
  { handles: [500] },
);
