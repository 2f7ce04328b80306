import { queryOptions } from '@tanstack/react-query';
import type { readW9 } from '@lintel/contract/payouts-w9';
import { call } from '../../../lib/api/call.ts';
import { w9Key } from '../../../ui/w9-review/w9-calls.ts';

const get = call<typeof readW9>({ method: 'GET', path: '/contractor/{id}/w9' });

/** A contractor's W-9, with a copy that does not show the tax number. */
export const w9Query = (id: number) =>
  queryOptions({
    queryKey: [...w9Key, 'own', id],
    queryFn: ({ signal }) => get({ params: { id } }, { signal }),
  });
