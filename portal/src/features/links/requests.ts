import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listCustomers } from '@lintel/contract/customers/customer';
import type {
  cancelLink as cancelEndpoint,
  countLinks,
  listLinks,
  previewLink,
  readLinkOptions,
  resendLink as resendEndpoint,
  sendLink as sendEndpoint,
} from '@lintel/contract/links/links';
import type { Answer, RequestInput } from '@lintel/contract/core/endpoint';
import { isMessage } from '@lintel/contract/links/constants';
import { call } from '../../lib/api/call.ts';

export type Options = Answer<typeof readLinkOptions>;
export type Preview = Answer<typeof previewLink>;
export type SentLinkAnswer = Answer<typeof sendEndpoint>;

const getOptions = call<typeof readLinkOptions>({ method: 'GET', path: '/links/options' });
export const optionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['links', 'options', userId],
    queryFn: ({ signal }) => getOptions({}, { signal }),
    // Other users send links, too.
    staleTime: 0,
  });

const findCustomers = call<typeof listCustomers>({ method: 'GET', path: '/customers' });
/** Customers that match a search, most recently active first. */
export const customersQuery = (userId: number, search: string) =>
  queryOptions({
    queryKey: ['links', 'customers', userId, search],
    queryFn: ({ signal }) => findCustomers({ query: { search, limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });

const getPreview = call<typeof previewLink>({ method: 'POST', path: '/links/preview' });
export const previewQuery = (userId: number, body: RequestInput<typeof previewLink, 'body'>) =>
  queryOptions({
    queryKey: ['links', 'preview', userId, body],
    queryFn: ({ signal }) => getPreview({ body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

export const sendLink = call<typeof sendEndpoint>(
  { method: 'POST', path: '/links' },
  { handles: [500] },
);
export const resendLink = call<typeof resendEndpoint>({
  method: 'POST',
  path: '/links/{id}/resend',
});
export const cancelLink = call<typeof cancelEndpoint>({
  method: 'POST',
  path: '/links/{id}/cancel',
});

const getLinks = call<typeof listLinks>({ method: 'GET', path: '/links' });
export const linksQuery = (customerId: number, page: number) =>
  queryOptions({
    queryKey: [...customerLinksKey(customerId), page],
    queryFn: ({ signal }) => getLinks({ query: { customerId, page } }, { signal }),
    placeholderData: keepPreviousData,
  });

type Link = SentLinkAnswer['link'];

const readEvery = 2000;
/** How often to poll a message; after that, only the customer page shows its state. */
const mostReads = 45;
const isInProgress = ({ channel, state, leavesAt }: Link): boolean =>
  leavesAt === null && (state === 'queued' || (state === 'sent' && channel === 'text'));

/** A link, polled while its message is being delivered. */
export const followedQuery = (sent: Link) =>
  queryOptions({
    queryKey: [...customerLinksKey(sent.customerId), 'followed', sent.id],
    queryFn: async ({ signal }) => {
      const newest = await getLinks({ query: { customerId: sent.customerId } }, { signal });
      return newest.data.find(({ id }) => id === sent.id) ?? sent;
    },
    initialData: sent,
    staleTime: 0,
    enabled: isMessage(sent.channel),
    refetchInterval: ({ state: { data = sent, dataUpdateCount } }) =>
      isInProgress(data) && dataUpdateCount < mostReads ? readEvery : false,
  });

export const customerLinksKey = (customerId: number) => ['links', 'of', customerId] as const;

const getCounts = call<typeof countLinks>({ method: 'GET', path: '/links/counts' });
export const countsQuery = (userId: number, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['links', 'counts', userId, days],
    queryFn: ({ signal }) => getCounts({ query: days }, { signal }),
    placeholderData: keepPreviousData,
  });
