import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type {
  readLinkLimit as readEndpoint,
  saveLinkLimit as saveEndpoint,
} from '@lintel/contract/links/links';
import { call } from '../../lib/api/call.ts';
import { failureText } from '../../lib/failure.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { NumberForm } from './number-form.tsx';

const readLimit = call<typeof readEndpoint>({
  method: 'GET',
  path: '/manage/contractor/{id}/links-a-day',
});
const saveLimit = call<typeof saveEndpoint>(
  { method: 'POST', path: '/manage/contractor/{id}/links-a-day' },
  { handles: [409, 500] },
);
const limitQuery = (id: number) =>
  queryOptions({
    queryKey: ['link-limit', id],
    queryFn: ({ signal }) => readLimit({ params: { id } }, { signal }),
    // Other staff change it, too.
    staleTime: 0,
  });

interface Props {
  contractorId: number;
  mayChange: boolean;
}

/** The number of link messages one contractor may send per day. */
export function ContractorLinkLimit({ contractorId, mayChange }: Props) {
  const { data, error, refetch } = useQuery(limitQuery(contractorId));
  if (data !== undefined) {
    const { aDay, ofAll: allPerDay, savedAt } = data;
    return (
      <NumberForm
        key={savedAt}
        label={m.links_limit_label()}
        help={m.links_limit_help({ ofAll: allPerDay })}
        stored={aDay}
        empty={{ value: null, shown: String(allPerDay) }}
        mayChange={mayChange}
        save={(to) => saveLimit({ params: { id: contractorId }, body: { aDay: to, savedAt } })}
        refresh={limitQuery(contractorId).queryKey}
      />
    );
  }
  if (error === null) return <SkeletonRows columns={1} rows={2} />;
  return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />;
}
