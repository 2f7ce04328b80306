import { queryOptions } from '@tanstack/react-query';
import type { readAnalytics } from '@lintel/contract/applications-graphs';
import { call } from '../../../lib/api/call.ts';
import { addDays, todayIn } from '../../../lib/date-ranges.ts';
import { formatDate } from '../../../lib/format.ts';

const getAnalytics = call<typeof readAnalytics>({
  method: 'GET',
  path: '/contractor/{id}/co-branded/analytics',
});

/** So many days back the figures reach (part 2 section 9). */
export const analyticsDays = 729;

/** What came in through the contractor's pages within the last 729 days. */
export const analyticsQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'analytics', contractorId],
    queryFn: ({ signal }) => {
      const today = todayIn(new Date());
      const lastEditDate = {
        start: formatDate(addDays(today, -analyticsDays)),
        end: formatDate(today),
      };
      return getAnalytics({ params: { id: contractorId }, query: { lastEditDate } }, { signal });
    },
  });
