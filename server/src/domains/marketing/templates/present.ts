import type { FlyerTemplate, SocialTemplate } from '@lintel/contract/marketing/templates';
import type { Database } from '../../../platform/db/connect.ts';
import { fullNames } from '../../identity/index.ts';
import { selectVersions, type TemplateRow, type VersionRow, type Kind } from './repository.ts';
import { requireTemplate } from './service.ts';

/** Names of authors by account id. */
type Names = ReadonlyMap<number, string>;

/** Displayed as the author of built-in content. */
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

/** `drawnAs` changes with the image, so that browsers can cache each version forever. */
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

/** A template's versions, newest first. Throws `not_found`. */
export async function presentVersions(db: Database, kind: Kind, id: number) {
  const { version } = await requireTemplate(db, kind, id);
  const rows = await selectVersions(db, id);
  const savers = [...new Set(rows.map(({ savedBy }) => savedBy))].filter((saver) => saver !== null);
  const names = savers.length === 0 ? new Map<number, string>() : await fullNames(db, savers);
  return rows.map((row) => presentVersion(row, version, names));
}
