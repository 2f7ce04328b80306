import { queryOptions } from '@tanstack/react-query';
import type { readCard } from '@lintel/contract/billing-cards';
import { call } from '../../../../lib/api/call.ts';

/** The bank may take its time, so it has no time-out. */
const getCard = call<typeof readCard>({ method: 'GET', path: '/user/{id}/card' }, { timeout: 0 });

/** The card of the user's contractor, or null. */
export const cardQuery = (userId: number) =>
  queryOptions({
    queryKey: ['billing', 'card', userId],
    queryFn: async ({ signal }) => {
      const card = await getCard({ params: { id: userId } }, { signal });
      return card.id === null ? null : card;
    },
  });
