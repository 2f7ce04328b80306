import { queryOptions } from '@tanstack/react-query';
import type { listFreeEvents } from '@lintel/contract/emails';
import { call } from '../../../lib/api/call.ts';

const getFreeEvents = call<typeof listFreeEvents>({
  method: 'GET',
  path: '/manage/emails/free-used-for',
});

/**
 * The events that a new template may be used for. They change with each save, so they are asked for
 * each time.
 */
export const freeEventsQuery = queryOptions({
  queryKey: ['emails', 'free-events'],
  queryFn: ({ signal }) => getFreeEvents({}, { signal }),
  staleTime: 0,
});
