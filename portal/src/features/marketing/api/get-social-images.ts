import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { ContentType, SocialMedia } from '@lintel/contract/marketing-constants';
import type { listSocialImages } from '@lintel/contract/marketing-social';
import { call } from '../../../lib/api/call.ts';

const getImages = call<typeof listSocialImages>(
  { method: 'GET', path: '/social-media-images' },
  { handles: [500] },
);

export type SocialImage = Answer<typeof listSocialImages>['data'][number];

export interface SocialChoice {
  socialMedia: SocialMedia;
  contentType: ContentType;
  pageId: number;
  /** The account that is looked at. */
  userId: number;
}

/** The designs for a network and a content type. */
export const socialImagesQuery = (choice: SocialChoice) =>
  queryOptions({
    queryKey: ['social-images', choice],
    // Each choice asks anew; what was shown for it before stays until the answer is there.
    staleTime: 0,
    queryFn: ({ signal }) => getImages({ query: choice }, { signal }),
  });
