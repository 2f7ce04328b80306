import { queryOptions } from '@tanstack/react-query';
import type { readGateway } from '@lintel/contract/billing-cards';
import type { Answer } from '@lintel/contract/core/endpoint';
import { call } from '../../../../lib/api/call.ts';

const getGateway = call<typeof readGateway>({ method: 'GET', path: '/payment-gateway' });

export type Gateway = Answer<typeof readGateway>;

/** Which gateway takes the cards; it changes with the server's settings only. */
export const gatewayQuery = queryOptions({
  queryKey: ['billing', 'gateway'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => getGateway({}, { signal }),
});
