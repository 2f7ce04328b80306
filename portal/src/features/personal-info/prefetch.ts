import type { QueryClient } from '@tanstack/react-query';
import { notificationOptionsQuery } from './api/get-notification-options.ts';
import { notificationQuery } from './api/get-notification.ts';
import { teamLimitQuery } from './api/get-team-limits.ts';
import { teamSectionsQuery } from './api/get-team-sections.ts';
import { teamQuery } from './api/get-team.ts';
import { visitsQuery } from './api/get-visits.ts';

/** Asks for what the card of e-mail notifications shows. Never throws. */
export const prefetchNotifications = (client: QueryClient, userId: number): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(notificationOptionsQuery),
    client.prefetchQuery(notificationQuery(userId)),
  ]);

/** Asks for what the cards of the team and of the staff's visits show. Never throws. */
export const prefetchTeam = (client: QueryClient, contractorId: number): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(teamLimitQuery(contractorId)),
    client.prefetchQuery(teamQuery(contractorId)),
    client.prefetchQuery(teamSectionsQuery(contractorId)),
    client.prefetchQuery(visitsQuery(contractorId)),
  ]);
