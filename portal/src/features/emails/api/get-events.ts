import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { output } from 'zod';
import type { emailEvent, listEvents } from '@lintel/contract/emails';
import { call } from '../../../lib/api/call.ts';
import type { SearchView } from './get-templates.ts';

const getEvents = call<typeof listEvents>({ method: 'GET', path: '/manage/emails/template-types' });

export type EmailEvent = output<typeof emailEvent>;

export const eventsKey = ['emails', 'events'] as const;

/** One page of the events, and the names of the protected ones. */
export const eventsQuery = ({ page, limit, searchText }: SearchView) =>
  queryOptions({
    queryKey: [...eventsKey, { page, limit, searchText }],
    queryFn: ({ signal }) =>
      getEvents({ query: { page, limit, filters: { searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });
