import { queryOptions } from '@tanstack/react-query';
import type { listRoles } from '@lintel/contract/billing-plans';
import { call } from '../../../../lib/api/call.ts';

const getRoles = call<typeof listRoles>({ method: 'GET', path: '/role' });

/** Every role there is. */
export const rolesQuery = queryOptions({
  queryKey: ['billing', 'roles'],
  queryFn: ({ signal }) => getRoles({}, { signal }),
});
