import type { QueryClient } from '@tanstack/react-query';
import { agreementQuery } from './agreement/api/agreement.ts';
import { multipleUsersQuery } from './multiple-users/api/multiple-users.ts';

/** Ask for what the sections show first. Never throw. */
export const prefetchMultipleUsers = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(multipleUsersQuery);
export const prefetchAgreement = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(agreementQuery);
