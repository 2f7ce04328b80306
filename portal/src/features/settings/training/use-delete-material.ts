import { useQueryClient } from '@tanstack/react-query';
import type { StaffMaterial } from '@lintel/contract/training-manage';
import { mayDelete } from '../../../lib/form/ask-first.ts';
import { showToast } from '../../../lib/toast.ts';
import { trainingKey } from './api/keys.ts';
import { deleteMaterial } from './api/materials.ts';
import { tellFailure } from './training-failure.ts';

const lossOf = ({ videoType }: StaffMaterial): string =>
  videoType === null ? '' : ' What contractors have watched of it is forgotten.';

/**
 * Asks whether a material is to be deleted, and deletes it; `onDeleted` runs before the lists are
 * read again.
 */
export function useDeleteMaterial(
  onDeleted: () => void = () => undefined,
): (material: StaffMaterial) => Promise<void> {
  const client = useQueryClient();
  return async (material) => {
    if (
      !(await mayDelete(
        'Deleting material',
        `Are you sure you want to delete “${material.name}”?${lossOf(material)}`,
      ))
    )
      return;
    try {
      showToast((await deleteMaterial({ params: { id: material.id } })).message);
      onDeleted();
    } catch (error) {
      tellFailure(error);
    }
    await client.invalidateQueries({ queryKey: trainingKey });
  };
}
