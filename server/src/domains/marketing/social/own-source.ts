import { requireMaterials } from '../flyer/drawing.ts';
import { factsOf } from '../flyer/present.ts';
import { selectMaterials } from '../flyer/repository.ts';
import type { FlyerDeps } from '../flyer/service.ts';
import type { Source } from '../templates/studio.ts';

/** The id of the contractor's oldest page; null without one. */
export async function firstPage({ db }: FlyerDeps, contractorId: number): Promise<number | null> {
  const [first] = await selectMaterials(db, contractorId);
  return first?.page.id ?? null;
}

/** The words of a contractor's page. Throws `not_found`. */
export async function ownSource(
  { db, studio, publicUrl }: FlyerDeps,
  contractorId: number,
  pageId: number,
): Promise<Source> {
  const row = await requireMaterials(db, contractorId, pageId);
  return studio.pageSource(factsOf(row, publicUrl), 'social');
}
