import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { staffWithAll } from '@lintel/contract/core/access';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { Session } from '@lintel/contract/identity/sessions';
import type {
  createFlyerTemplate,
  createSocialTemplate,
  FlyerTemplate,
  listFlyerTemplates,
  listFlyerVersions,
  listSocialTemplates,
  listSocialVersions,
  restoreFlyerVersion,
  restoreSocialVersion,
  SocialTemplate,
  updateFlyerTemplate,
  updateSocialTemplate,
} from '@lintel/contract/marketing/templates';
import type { FlyerSetting } from '@lintel/contract/marketing/flyer-setting';
import type { readSetting, Setting, updateSetting } from '@lintel/contract/core/settings';
import { accepted } from '../../../lib/api/accepted.ts';
import { call } from '../../../lib/api/call.ts';
import { may } from '../../../lib/session.ts';

const opening = ['manage-settings', 'access'] as const;
const openingImages = ['marketing-materials', 'manage_access'] as const;

const changing = staffWithAll(opening, ['manage-settings', 'modify']);
const readingImages = staffWithAll(opening, openingImages);
const changingImages = staffWithAll(opening, openingImages, [
  'marketing-materials',
  'manage_modify',
]);

/** Whether the user may change flyer templates, the one in use, and the demo data. */
export const mayChangeFlyers = (session: Session): boolean => may(session, changing);
export const maySeeImages = (session: Session): boolean => may(session, readingImages);
export const mayChangeImages = (session: Session): boolean => may(session, changingImages);

/** Query key prefix of all template data. */
export const templatesKey = ['marketing-templates'] as const;

const getSetting = call<typeof readSetting>({ method: 'GET', path: '/setting' });

/** The flyer setting: its record id and its parsed `paramVal`. */
export interface StoredFlyerSetting {
  id: number;
  value: FlyerSetting;
}

const unset: FlyerSetting = {
  contractorId: null,
  templateId: 0,
  lastUpdated: { flyerTemplate: {}, socialMediaImageTemplates: {} },
  demoData: '',
};

const read = ({ paramId, paramVal }: Setting): StoredFlyerSetting => {
  const stored: Partial<FlyerSetting> = paramVal === '' ? {} : JSON.parse(paramVal);
  return { id: paramId, value: { ...unset, ...stored } };
};

/** The template in use, the demo data, and their last changes. */
export const flyerSettingQuery = queryOptions({
  queryKey: [...templatesKey, 'setting'],
  queryFn: async ({ signal }) =>
    read(await getSetting({ query: { name: 'FlyerTemplate' } }, { signal })),
});

const getFlyerTemplates = call<typeof listFlyerTemplates>({
  method: 'GET',
  path: '/manage/flyer-templates',
});

export const flyerTemplatesQuery = queryOptions({
  queryKey: [...templatesKey, 'flyers'],
  queryFn: async ({ signal }) => (await getFlyerTemplates({}, { signal })).data,
});

const getSocialTemplates = call<typeof listSocialTemplates>({
  method: 'GET',
  path: '/social-media-image-templates',
});

export const socialTemplatesQuery = queryOptions({
  queryKey: [...templatesKey, 'social'],
  queryFn: async ({ signal }) => (await getSocialTemplates({}, { signal })).data,
});

const updateSettings = call<typeof updateSetting>(
  { method: 'POST', path: '/setting/{id}', encoding: 'form' },
  { handles: [500] },
);

/** Selects the template for flyers, or replaces the demo data. */
export const saveFlyerSetting = async (
  id: number,
  change: { templateId: number } | { demoData: string },
) =>
  accepted(
    await updateSettings({ params: { id }, body: { id, paramName: 'FlyerTemplate', ...change } }),
  );

/** The form shows every failure itself. */
const handles = { handles: [500] };
const createFlyer = call<typeof createFlyerTemplate>(
  { method: 'POST', path: '/manage/flyer-templates', encoding: 'form' },
  handles,
);
const updateFlyer = call<typeof updateFlyerTemplate>(
  { method: 'POST', path: '/manage/flyer-templates/{id}', encoding: 'form' },
  handles,
);

interface FlyerToSave {
  title: string;
  description: string;
  body: string;
}

/**
 * Creates a flyer template, or updates the version that was `seen`; a different stored version is a
 * conflict.
 */
export async function saveFlyerTemplate(
  seen: Pick<FlyerTemplate, 'id' | 'version'> | null,
  { title, description, body }: FlyerToSave,
) {
  if (seen === null) return accepted(await createFlyer({ body: { title, description, body } }));
  const { id, version } = seen;
  return accepted(await updateFlyer({ params: { id }, body: { id, description, body, version } }));
}

const createSocial = call<typeof createSocialTemplate>(
  { method: 'POST', path: '/social-media-image-templates', encoding: 'form' },
  handles,
);
const updateSocial = call<typeof updateSocialTemplate>(
  { method: 'POST', path: '/social-media-image-template/{id}', encoding: 'form' },
  handles,
);

type SocialToSave = Pick<SocialTemplate, 'title' | 'socialMedia' | 'contentType' | 'body'>;

/**
 * Creates an image template, or updates the version that was `seen`; a different stored version is
 * a conflict.
 */
export async function saveSocialTemplate(
  seen: Pick<SocialTemplate, 'id' | 'version'> | null,
  sent: SocialToSave,
) {
  if (seen === null) return accepted(await createSocial({ body: sent }));
  const { id, version } = seen;
  return accepted(
    await updateSocial({
      params: { id },
      body: { id, title: sent.title, body: sent.body, version },
    }),
  );
}

const flyerEndpoints = {
  list: call<typeof listFlyerVersions>(
    { method: 'GET', path: '/manage/flyer-templates/{id}/versions' },
    handles,
  ),
  restore: call<typeof restoreFlyerVersion>(
    { method: 'POST', path: '/manage/flyer-templates/{id}/versions/{version}/restore' },
    handles,
  ),
};
const socialEndpoints = {
  list: call<typeof listSocialVersions>(
    { method: 'GET', path: '/social-media-image-template/{id}/versions' },
    handles,
  ),
  restore: call<typeof restoreSocialVersion>(
    { method: 'POST', path: '/social-media-image-template/{id}/versions/{version}/restore' },
    handles,
  ),
};
const calls = { flyer: flyerEndpoints, social: socialEndpoints };

export type TemplateKind = keyof typeof calls;
export type TemplateVersion = Answer<typeof listFlyerVersions>['data'][number];

/** The versions of a template, newest first. */
export const versionsQuery = (kind: TemplateKind, id: number) =>
  queryOptions({
    queryKey: [...templatesKey, 'versions', kind, id],
    queryFn: async ({ signal }) => (await calls[kind].list({ params: { id } }, { signal })).data,
    staleTime: 0,
  });

/** Restores an earlier version as a new version. */
export const restoreVersion = async (
  kind: TemplateKind,
  id: number,
  version: number,
): Promise<{ message: string }> => accepted(await calls[kind].restore({ params: { id, version } }));

/** Prefetches the section's first data. Never throws. */
export const prefetchMarketing = (client: QueryClient): Promise<unknown> =>
  Promise.all([client.prefetchQuery(flyerTemplatesQuery), client.prefetchQuery(flyerSettingQuery)]);
