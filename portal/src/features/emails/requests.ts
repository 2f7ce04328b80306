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

/** A failed list shows no error, so no global error appears either. */
export const getTemplates = call<typeof listTemplates>(
  { method: 'GET', path: '/manage/emails/templates' },
  { handles: [500] },
);

interface SearchView extends GridView {
  searchText: string;
}

export const firstSearch: SearchView = { page: 1, limit: 25, order: '', searchText: '' };

/** The query key prefix of every template list. */
export const templatesKey = ['emails', 'templates'] as const;

/** One page of the templates. The previous page stays visible while the next one loads. */
export const templatesQuery = ({ page, limit, searchText }: SearchView) =>
  queryOptions({
    queryKey: [...templatesKey, { page, limit, searchText }],
    queryFn: ({ signal }) =>
      getTemplates({ query: { page, limit, filters: { searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The list's notice is optional, so its failure shows no error. */
const getBuiltIn = call<typeof listBuiltIn>(
  { method: 'GET', path: '/manage/emails/built-in' },
  { handles: [500] },
);

export type BuiltInMessage = output<typeof builtInMessage>;

/** Messages sent with the built-in text, newest first. */
export const builtInQuery = ({ page, limit }: GridView) =>
  queryOptions({
    queryKey: ['emails', 'built-in', { page, limit }],
    queryFn: ({ signal }) => getBuiltIn({ query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The list's notice is optional, so its failure shows no error. */
const getFailed = call<typeof listFailed>(
  { method: 'GET', path: '/manage/emails/failed' },
  { handles: [500] },
);

export type FailedMessage = output<typeof failedMessage>;

export const failedKey = ['emails', 'failed'] as const;
export const firstFailed: GridView = { page: 1, limit: 25, order: '' };

/** Undelivered messages, newest first. */
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

/** Runs after each pause in typing; the preview itself shows failures. */
const previewTemplate = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/templates/preview', encoding: 'form' },
  { handles: [500] },
);

export type Preview = Awaited<ReturnType<typeof previewTemplate>>;

export interface Draft {
  subject: string;
  body: string;
  /** The event's id as form text; empty without a choice. */
  usedFor: string;
  unsubscribe: boolean;
}

/** Converts a draft to the request's shape. */
export const draftBody = ({ usedFor, ...draft }: Draft) => ({
  ...draft,
  ...(usedFor !== '' && { usedFor }),
});

/** Fills empty fields, so that the sample data can load before anything is written. */
const nothing = '–';
const orSpace = (text: string): string => (text.trim() === '' ? nothing : text);

/**
 * A draft rendered with sample data. The previous result stays visible while the next one loads.
 */
export const previewQuery = (draft: Draft) =>
  queryOptions({
    queryKey: ['emails', 'preview', draft],
    queryFn: ({ signal }) => {
      const { subject, body, ...others } = draftBody(draft);
      return previewTemplate(
        { body: { subject: orSpace(subject), body: orSpace(body), ...others } },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
