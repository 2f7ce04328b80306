import { queryOptions } from '@tanstack/react-query';
import type { listNotificationOptions } from '@lintel/contract/emails-notifications';
import { call } from '../../../lib/api/call.ts';

const getOptions = call<typeof listNotificationOptions>({
  method: 'GET',
  path: '/notification/email',
});

/** What a user can be told of applications. */
export const notificationOptionsQuery = queryOptions({
  queryKey: ['notification-options'],
  queryFn: ({ signal }) => getOptions({}, { signal }),
});
