import { queryOptions } from '@tanstack/react-query';
import type { readCard } from '@lintel/contract/billing-cards';
import { call } from '../../../lib/api/call.ts';

const getCard = call<typeof readCard>({ method: 'GET', path: '/user/{id}/card' }, { timeout: 0 });

/** The days until the user's billing card expires; null while there is no card. */
export const cardDaysQuery = (userId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'card', userId],
    queryFn: async ({ signal }) => {
      const card = await getCard({ params: { id: userId } }, { signal });
      return card.id === null ? { days: null } : { days: card.daysUntilExpiration };
    },
  });
