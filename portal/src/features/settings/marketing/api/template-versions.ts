import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@lintel/contract/core/endpoint';
import type {
  listFlyerVersions,
  listSocialVersions,
  restoreFlyerVersion,
  restoreSocialVersion,
} from '@lintel/contract/marketing-templates';
import { call } from '../../../../lib/api/call.ts';
import { accepted } from '../../../../lib/api/accepted.ts';
import { templatesKey } from './keys.ts';

const handles = { handles: [500] };

const ofFlyers = {
  list: call<typeof listFlyerVersions>(
    { method: 'GET', path: '/manage/flyer-templates/{id}/versions' },
    handles,
  ),
  restore: call<typeof restoreFlyerVersion>(
    { method: 'POST', path: '/manage/flyer-templates/{id}/versions/{version}/restore' },
    handles,
  ),
};
const ofSocialImages = {
  list: call<typeof listSocialVersions>(
    { method: 'GET', path: '/social-media-image-template/{id}/versions' },
    handles,
  ),
  restore: call<typeof restoreSocialVersion>(
    { method: 'POST', path: '/social-media-image-template/{id}/versions/{version}/restore' },
    handles,
  ),
};
const calls = { flyer: ofFlyers, social: ofSocialImages };

export type TemplateKind = keyof typeof calls;
export type TemplateVersion = Answer<typeof listFlyerVersions>['data'][number];

/** The states that a template has had, the newest first. */
export const versionsQuery = (kind: TemplateKind, id: number) =>
  queryOptions({
    queryKey: [...templatesKey, 'versions', kind, id],
    queryFn: async ({ signal }) => (await calls[kind].list({ params: { id } }, { signal })).data,
    staleTime: 0,
  });

/** Puts an earlier state back, as a new version. */
export const restoreVersion = async (
  kind: TemplateKind,
  id: number,
  version: number,
): Promise<{ message: string }> => accepted(await calls[kind].restore({ params: { id, version } }));
