import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  createMaterial,
  deleteMaterial as remove,
  listMaterials,
  orderMaterials as reorder,
  StaffMaterial,
  updateMaterial,
} from '@lintel/contract/training-manage';
import { call } from '../../../../lib/api/call.ts';
import type { GridView } from '../../../../ui/grid-view.ts';
import type { MaterialValues } from '../material-values.ts';
import { trainingKey } from './keys.ts';

const handles = { handles: [500] };
const getMaterials = call<typeof listMaterials>({ method: 'GET', path: '/materials' });
const create = call<typeof createMaterial>(
  { method: 'POST', path: '/materials', encoding: 'multipart' },
  handles,
);
const update = call<typeof updateMaterial>(
  { method: 'POST', path: '/materials/{id}', encoding: 'multipart' },
  handles,
);

export interface MaterialView extends GridView {
  /** Null is all of them. */
  categoryId: number | null;
  searchText: string;
}

const filtersOf = ({
  categoryId,
  searchText,
}: Pick<MaterialView, 'categoryId' | 'searchText'>) => ({
  searchText,
  ...(categoryId !== null && { categoryId }),
});

/** A page of the materials. */
export const materialsQuery = ({ page, limit, order, ...filters }: MaterialView) =>
  queryOptions({
    queryKey: [...trainingKey, 'materials', { page, limit, order, ...filters }],
    queryFn: ({ signal }) =>
      getMaterials({ query: { page, limit, order, filters: filtersOf(filters) } }, { signal }),
    placeholderData: keepPreviousData,
  });

const perPage = 100;

/** Every material, or those of one category, in their order. */
async function readAll(
  filters: { categoryId?: number },
  signal?: AbortSignal,
): Promise<StaffMaterial[]> {
  const all: StaffMaterial[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total } = await getMaterials(
      { query: { page, limit: perPage, filters } },
      { signal },
    );
    all.push(...data);
    if (data.length === 0 || page * perPage >= total) return all;
  }
}

export const categoryMaterialsQuery = (categoryId: number) =>
  queryOptions({
    queryKey: [...trainingKey, 'materials', 'of', categoryId],
    queryFn: ({ signal }) => readAll({ categoryId }, signal),
  });

/** A material as it is stored now, in whatever category; undefined when it is gone. */
export const findMaterial = async (id: number): Promise<StaffMaterial | undefined> =>
  (await readAll({})).find((material) => material.id === id);

/** Changes the material that was seen, or makes one. */
export function saveMaterial(seen: { id: number; version: number } | null, values: MaterialValues) {
  const { videoImg, videoTrack, videoType, ...body } = values;
  const files = { videoImg, videoTrack };
  const sent = { ...body, ...(videoType !== '' && { videoType }) };
  return seen === null
    ? create({ body: sent, files })
    : update({ params: { id: seen.id }, body: { ...sent, version: seen.version }, files });
}

export const deleteMaterial = call<typeof remove>(
  { method: 'DELETE', path: '/materials/{id}' },
  handles,
);
export const orderMaterials = call<typeof reorder>(
  { method: 'POST', path: '/materials/order', encoding: 'json' },
  handles,
);
