import { queryOptions } from '@tanstack/react-query';
import type { readNotification } from '@lintel/contract/emails-notifications';
import { call } from '../../../lib/api/call.ts';

const getNotification = call<typeof readNotification>({
  method: 'GET',
  path: '/user/{id}/email-notification',
});

/** What an account is told of applications. */
export const notificationQuery = (userId: number) =>
  queryOptions({
    queryKey: ['notification', userId],
    queryFn: ({ signal }) => getNotification({ params: { id: userId } }, { signal }),
  });
