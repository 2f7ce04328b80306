import type { FlyerTemplate } from '@lintel/contract/marketing/templates';
import { AppError } from '../../../platform/errors.ts';
import { readFlyerSetting } from './flyer-setting.ts';
import type { Facts } from './data.ts';
import { pictureAddress, presentFlyerTemplate } from './present.ts';
import { findFlyerInUse, publishPictures, type TemplateRow } from './repository.ts';
import type { TemplateDeps } from './service.ts';
import type { Source } from './studio.ts';

/**
 * A page's flyer in the current template, as PDF: read from a file unless something changed. Throws
 * `not_found` when no template is in use.
 */
export async function flyerPdf(deps: TemplateDeps, facts: Facts): Promise<Buffer> {
  const body = await bodyInUse(deps);
  return deps.studio.flyer(body, deps.studio.pageSource(facts, 'flyer'));
}

/** URLs of images of the flyer's front and back. */
export async function flyerPictures(
  deps: TemplateDeps,
  facts: Facts,
  contractorId: number,
): Promise<readonly [string, string]> {
  const body = await bodyInUse(deps);
  return publishSides(deps, body, deps.studio.pageSource(facts, 'flyer'), contractorId);
}

async function bodyInUse({ db }: TemplateDeps): Promise<string> {
  const template = await findFlyerInUse(db);
  if (template === undefined) throw new AppError('not_found');
  return template.body;
}

/** Flyer templates with preview images from the demo data. */
export async function presentFlyerTemplates(
  deps: TemplateDeps,
  rows: readonly TemplateRow[],
): Promise<FlyerTemplate[]> {
  const { templateId, demoData } = await readFlyerSetting(deps.db);
  const source = deps.studio.demoSource(demoData);
  const sides = await Promise.all(rows.map((row) => sidesOf(deps, row, source)));
  return rows.map((row, index) =>
    presentFlyerTemplate(row, { sides: sides[index] ?? nothing, inUse: row.id === templateId }),
  );
}

const nothing = ['', ''] as const;

/** A template that fails with the demo data has no images, so that the others are still listed. */
async function sidesOf(
  deps: TemplateDeps,
  { body }: TemplateRow,
  source: Source,
): Promise<readonly [string, string]> {
  try {
    return await publishSides(deps, body, source, null);
  } catch (error) {
    if (error instanceof AppError) return nothing;
    throw error;
  }
}

/** Renders both sides of a flyer and returns the URLs of the images. */
async function publishSides(
  { db, clock, studio }: TemplateDeps,
  body: string,
  source: Source,
  contractorId: number | null,
): Promise<readonly [string, string]> {
  const keys = studio.flyerSideKeys(body, source);
  const pictures = await studio.flyerSides(body, source);
  const published = keys.map((key, index) => ({
    key,
    bytes: pictures[index]?.length ?? 0,
    contractorId,
  }));
  await publishPictures(db, published, clock.now());
  await Promise.all(keys.map((key, index) => studio.keep(key, pictures[index] ?? Buffer.alloc(0))));
  return [pictureAddress(keys[0]), pictureAddress(keys[1])];
}
