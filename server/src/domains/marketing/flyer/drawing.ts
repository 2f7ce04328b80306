import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { publishSides } from '../templates/flyer-previews.ts';
import { findFlyerInUse } from '../templates/repository.ts';
import { factsOf } from './present.ts';
import { selectMaterials, type MaterialsRow } from './repository.ts';
import type { FlyerDeps } from './service.ts';

/** A page of this contractor with what its materials say. Throws `not_found`. */
export async function requireMaterials(
  db: Database,
  contractorId: number,
  pageId: number,
): Promise<MaterialsRow> {
  const [row] = await selectMaterials(db, contractorId, pageId);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** What a page's flyer is drawn from. */
async function partsOf({ db, studio, publicUrl }: FlyerDeps, contractorId: number, pageId: number) {
  const [row, template] = await Promise.all([
    requireMaterials(db, contractorId, pageId),
    findFlyerInUse(db),
  ]);
  if (template === undefined) throw new AppError('not_found');
  return {
    body: template.body,
    source: studio.pageSource(factsOf(row, publicUrl), 'flyer'),
    pageName: row.page.pageName,
  };
}

/** The flyer of a page as PDF: a read of a file unless something has changed. */
export async function flyerOf(
  deps: FlyerDeps,
  contractorId: number,
  pageId: number,
): Promise<{ pdf: Buffer; pageName: string }> {
  const { body, source, pageName } = await partsOf(deps, contractorId, pageId);
  return { pdf: await deps.studio.flyer(body, source), pageName };
}

/** The addresses of pictures of its sides. */
export async function flyerPictures(
  deps: FlyerDeps,
  contractorId: number,
  pageId: number,
): Promise<{ previewImageFrontSide: string; previewImageBackSide: string }> {
  const { body, source } = await partsOf(deps, contractorId, pageId);
  const [previewImageFrontSide, previewImageBackSide] = await publishSides(
    deps,
    body,
    source,
    contractorId,
  );
  return { previewImageFrontSide, previewImageBackSide };
}
