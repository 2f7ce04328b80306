import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import type { LegalKindName } from '@lintel/contract/legal/constants';
import type { readProvider, saveProvider } from '@lintel/contract/legal/provider';
import type {
  LegalVersion,
  listLegalTexts,
  listLegalVersions,
  publishLegalText,
} from '@lintel/contract/legal/texts';
import { call } from '../../lib/api/call.ts';

const getTexts = call<typeof listLegalTexts>({ method: 'GET', path: '/manage/legal-texts' });
const getVersions = call<typeof listLegalVersions>({
  method: 'GET',
  path: '/manage/legal-texts/{kind}',
});
const getProvider = call<typeof readProvider>({ method: 'GET', path: '/manage/provider' });

export const postText = call<typeof publishLegalText>(
  { method: 'POST', path: '/manage/legal-texts/{kind}' },
  { handles: [409, 422, 500] },
);
export const postProvider = call<typeof saveProvider>(
  { method: 'POST', path: '/manage/provider' },
  { handles: [409, 422, 500] },
);

export const textsQuery = queryOptions({
  queryKey: ['legal', 'texts'],
  queryFn: ({ signal }) => getTexts({}, { signal }),
});

export const versionsKey = ['legal', 'versions'] as const;
export const versionsQuery = (kind: LegalKindName, page: number) =>
  queryOptions({
    queryKey: [...versionsKey, kind, page],
    queryFn: ({ signal }) => getVersions({ params: { kind }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const providerQuery = queryOptions({
  queryKey: ['legal', 'provider'],
  queryFn: ({ signal }) => getProvider({}, { signal }),
});

export const publisher = ({ publishedBy }: LegalVersion): string =>
  publishedBy || m.legal_texts_original();
