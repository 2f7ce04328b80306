import { queryOptions } from '@tanstack/react-query';
import type { readWaiting } from '@lintel/contract/dashboard';
import { call } from '../../../lib/api/call.ts';

const getWaiting = call<typeof readWaiting>({ method: 'GET', path: '/manage/waiting' });

/** What waits for the staff account. */
export const waitingQuery = queryOptions({
  queryKey: ['dashboard', 'waiting'],
  queryFn: ({ signal }) => getWaiting({}, { signal }),
});
