import { queryOptions } from '@tanstack/react-query';
import type { output } from 'zod';
import type { listVersions, templateVersion } from '@lintel/contract/emails-queue';
import { call } from '../../../lib/api/call.ts';

const getVersions = call<typeof listVersions>({
  method: 'GET',
  path: '/manage/emails/templates/{id}/versions',
});

export type TemplateVersion = output<typeof templateVersion>;

/** The states that a template has had, the newest first, 25 at a time. */
export const versionsQuery = (id: number, page = 1) =>
  queryOptions({
    queryKey: ['emails', 'versions', id, page],
    queryFn: ({ signal }) =>
      getVersions({ params: { id }, query: { page, limit: 25 } }, { signal }),
    staleTime: 0,
  });
