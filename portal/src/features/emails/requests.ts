import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { output } from 'zod';
import type { emailEvent, listEvents, listTemplates } from '@lintel/contract/emails/templates';
import type {
  builtInMessage,
  failedMessage,
  listBuiltIn,
  listFailed,
  previewTemplate as endpoint,
} from '@lintel/contract/emails/queue';
import { call } from '../../lib/api/call.ts';
import type { GridView } from '../../ui/grid-view.ts';

/** A failed list shows nothing about it, so the application does not speak of it either. */
export const getTemplates = call<typeof listTemplates>(
  { method: 'GET', path: '/manage/emails/templates' },
  { handles: [500] },
);

interface SearchView extends GridView {
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

/** It is a notice beside the list: a failure of its own would only be in the way. */
const getBuiltIn = call<typeof listBuiltIn>(
  { method: 'GET', path: '/manage/emails/built-in' },
  { handles: [500] },
);

export type BuiltInMessage = output<typeof builtInMessage>;

/** Messages that were sent with the built-in text, the newest first. */
export const builtInQuery = ({ page, limit }: GridView) =>
  queryOptions({
    queryKey: ['emails', 'built-in', { page, limit }],
    queryFn: ({ signal }) => getBuiltIn({ query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** It is a notice beside the list: a failure of its own would only be in the way. */
const getFailed = call<typeof listFailed>(
  { method: 'GET', path: '/manage/emails/failed' },
  { handles: [500] },
);

export type FailedMessage = output<typeof failedMessage>;

export const failedKey = ['emails', 'failed'] as const;
export const firstFailed: GridView = { page: 1, limit: 25, order: '' };

/** Messages that could not be delivered, the newest first. */
export const failedQuery = ({ page, limit }: GridView) =>
  queryOptions({
    queryKey: [...failedKey, { page, limit }],
    queryFn: ({ signal }) => getFailed({ query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });

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

/** It is asked with every pause in typing: what fails is shown where the preview stands. */
const previewTemplate = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/templates/preview', encoding: 'form' },
  { handles: [500] },
);

export type Preview = Awaited<ReturnType<typeof previewTemplate>>;

export interface Draft {
  subject: string;
  body: string;
  /** The event's id, as the form holds it; empty when none is chosen. */
  usedFor: string;
  unsubscribe: boolean;
}

/** A draft in the shape that the calls take. */
export const draftBody = ({ usedFor, ...draft }: Draft) => ({
  ...draft,
  ...(usedFor !== '' && { usedFor }),
});

/** Stands for what is not written yet, so that the sample data can be asked for before. */
const nothing = '–';
const orNothing = (text: string): string => (text.trim() === '' ? nothing : text);

/** What a draft makes of sample data. While the next one is on its way, the last one stays. */
export const previewQuery = (draft: Draft) =>
  queryOptions({
    queryKey: ['emails', 'preview', draft],
    queryFn: ({ signal }) => {
      const { subject, body, ...others } = draftBody(draft);
      return previewTemplate(
        { body: { subject: orNothing(subject), body: orNothing(body), ...others } },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
