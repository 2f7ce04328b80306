import type { FlyerTemplate } from '@lintel/contract/marketing/templates';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { readFlyerSetting } from './flyer-setting.ts';
import type { Facts } from './data.ts';
import { pictureAddress, presentFlyerTemplate } from './present.ts';
import { findFlyerInUse, publishPictures, type TemplateRow } from './repository.ts';
import { studio, type Source } from './studio.ts';

/**
 * A page's flyer in the current template, as PDF: read from a file unless something changed. Throws
 * `not_found` when no template is in use.
 */
export async function flyerPdf(context: Context, facts: Facts): Promise<Buffer> {
  const body = await bodyInUse(context);
  return studio(context).flyer(body, studio(context).pageSource(facts, 'flyer'));
}

/** URLs of images of the flyer's front and back. */
export async function flyerPictures(
  context: Context,
  facts: Facts,
  contractorId: number,
): Promise<readonly [string, string]> {
  const body = await bodyInUse(context);
  return publishSides(context, body, studio(context).pageSource(facts, 'flyer'), contractorId);
}

async function bodyInUse({ db }: Context): Promise<string> {
  const template = await findFlyerInUse(db);
  if (template === undefined) throw new AppError('not_found');
  return template.body;
}

/** Flyer templates with preview images from the demo data. */
export async function presentFlyerTemplates(
  context: Context,
  rows: readonly TemplateRow[],
): Promise<FlyerTemplate[]> {
  const { templateId, demoData } = await readFlyerSetting(context.db);
  const source = studio(context).demoSource(demoData);
  const sides = await Promise.all(rows.map((row) => publishedSides(context, row, source)));
  return rows.map((row, index) =>
    presentFlyerTemplate(row, { sides: sides[index] ?? nothing, inUse: row.id === templateId }),
  );
}

const nothing = ['', ''] as const;

/** A template that fails with the demo data has no images, so that the others are still listed. */
async function publishedSides(
  context: Context,
  { body }: TemplateRow,
  source: Source,
): Promise<readonly [string, string]> {
  try {
    return await publishSides(context, body, source, null);
  } catch (error) {
    if (error instanceof AppError) return nothing;
    throw error;
  }
}

/** Renders both sides of a flyer and returns the URLs of the images. */
async function publishSides(
  context: Context,
  body: string,
  source: Source,
  contractorId: number | null,
): Promise<readonly [string, string]> {
  const keys = studio(context).flyerSideKeys(body, source);
  const pictures = await studio(context).flyerSides(body, source);
  const published = keys.map((key, index) => ({
    key,
    bytes: pictures[index]?.length ?? 0,
    contractorId,
  }));
  await publishPictures(context.db, published, context.clock.now());
  await Promise.all(
    keys.map((key, index) => studio(context).ensure(key, pictures[index] ?? Buffer.alloc(0))),
  );
  return [pictureAddress(keys[0]), pictureAddress(keys[1])];
}
