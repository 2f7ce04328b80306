import type { CoBrandedPage } from '@lintel/contract/pages';
import type { Database } from '../../../platform/db/connect.ts';
import { presentFlyer } from './present.ts';
import { selectMaterials } from './repository.ts';

/** The flyers of a contractor's active pages with their logos, by the page's id. */
export async function flyersOf(
  db: Database,
  contractorId: number,
): Promise<ReadonlyMap<number, Pick<CoBrandedPage, 'logo' | 'flyer'>>> {
  const rows = await selectMaterials(db, contractorId);
  return new Map(rows.map((row) => [row.page.id, presentFlyer(row)]));
}
