import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { requireMaterials } from '../flyer/drawing.ts';
import { factsOf } from '../flyer/present.ts';
import { selectMaterials } from '../flyer/repository.ts';
import type { FlyerDeps } from '../flyer/service.ts';
import type { Source } from '../templates/studio.ts';

function ownContractor({ user }: Caller): number {
  if (user.contractorId === null) throw new AppError('not_found');
  return user.contractorId;
}

/** The id of the caller's oldest page; null without one. */
export async function firstPage({ db }: FlyerDeps, caller: Caller): Promise<number | null> {
  const [first] = await selectMaterials(db, ownContractor(caller));
  return first?.page.id ?? null;
}

/** The words of the caller's own page. Throws `not_found`. */
export async function ownSource(
  { db, studio, publicUrl }: FlyerDeps,
  caller: Caller,
  pageId: number,
): Promise<Source> {
  const row = await requireMaterials(db, ownContractor(caller), pageId);
  return studio.pageSource(factsOf(row, publicUrl), 'social');
}
