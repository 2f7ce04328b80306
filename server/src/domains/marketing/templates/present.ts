import type { FlyerTemplate, SocialTemplate } from '@lintel/contract/marketing-templates';
import type { TemplateRow, VersionRow } from './repository.ts';

/** The names of those who saved something, by their id. */
export type Names = ReadonlyMap<number, string>;

/** Stands for the product where the name of who saved something would. */
export const builtInName = 'Built in';

export const pictureAddress = (key: string): string => `/api/v1/media/${key}`;

export const presentFlyerTemplate = (
  { id, title, description, body, version }: TemplateRow,
  { sides: [front, back], inUse }: { sides: readonly [string, string]; inUse: boolean },
): FlyerTemplate => ({
  id,
  title,
  description,
  body,
  previewImageFrontSide: front,
  previewImageBackSide: back,
  version,
  inUse,
});

/** `drawnAs` changes when the picture does, so that a browser may keep each picture for ever. */
export const presentSocialTemplate = (row: TemplateRow, drawnAs: string): SocialTemplate => ({
  id: row.id,
  title: row.title,
  socialMedia: row.socialMedia ?? 'facebook',
  contentType: row.contentType ?? 'post',
  body: row.body,
  previewImage: `/api/v1/social-media-image-template/${row.id}/file?v=${drawnAs.slice(0, 16)}`,
  version: row.version,
  engine: row.engine,
  engineReason: row.engineReason,
});

export const presentVersion = (row: VersionRow, newest: number, names: Names) => ({
  version: row.version,
  description: row.description,
  body: row.body,
  savedAt: row.savedAt.toISOString(),
  savedBy:
    row.savedBy === null ? builtInName : (names.get(row.savedBy) ?? `Account ${row.savedBy}`),
  current: row.version === newest,
});
