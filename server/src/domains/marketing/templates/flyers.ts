import type { FlyerTemplate } from '@lintel/contract/marketing/templates';
import { AppError } from '../../../platform/errors.ts';
import { readFlyerSetting } from './flyer-setting.ts';
import type { Facts } from './data.ts';
import { pictureAddress, presentFlyerTemplate } from './present.ts';
import { findFlyerInUse, publishPictures, type TemplateRow } from './repository.ts';
import type { TemplateDeps } from './service.ts';
import type { Source } from './studio.ts';

/**
 * What the template in use makes of a page, as PDF: a read of a file unless something has changed.
 * Throws `not_found` when no template is in use.
 */
export async function flyerPdf(deps: TemplateDeps, facts: Facts): Promise<Buffer> {
  const body = await bodyInUse(deps);
  return deps.studio.flyer(body, deps.studio.pageSource(facts, 'flyer'));
}

/** The addresses of pictures of the same flyer's front and back. */
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

/** Flyer templates with pictures of what they make of the demo data. */
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

/**
 * A template that the demo data make no flyer with has no pictures: that is no reason to hide the
 * others.
 */
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

/** Draws both sides of a flyer and returns the addresses of their pictures. */
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
