import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listTemplates } from '@lintel/contract/emails';
import { call } from '../../../lib/api/call.ts';
import type { GridView } from '../../../ui/grid-view.ts';

/** A failed list shows nothing about it, so the application does not speak of it either. */
export const getTemplates = call<typeof listTemplates>(
  { method: 'GET', path: '/manage/emails/templates' },
  { handles: [500] },
);

export interface SearchView extends GridView {
  searchText: string;
}

export const firstSearch: SearchView = { page: 1, limit: 25, order: '', searchText: '' };

/** What every list of templates begins with in the store of answers. */
export const templatesKey = ['emails', 'templates'] as const;

/** One page of the templates. While the next one loads, the last one stays. */
export const templatesQuery = ({ page, limit, searchText }: SearchView) =>
  queryOptions({
    queryKey: [...templatesKey, { page, limit, searchText }],
    queryFn: ({ signal }) =>
      getTemplates({ query: { page, limit, filters: { searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });
