import { queryOptions } from '@tanstack/react-query';
import type { readLink } from '@lintel/contract/identity-account';
import { call } from '../../../lib/api/call.ts';

const read = call<typeof readLink>({ method: 'POST', path: '/restore-decrypt', encoding: 'form' });

/** Whose link `enc` is. Nothing of it is kept once the page is left. */
export const linkQuery = (enc: string) =>
  queryOptions({
    queryKey: ['link', enc],
    queryFn: ({ signal }) => read({ body: { enc } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
