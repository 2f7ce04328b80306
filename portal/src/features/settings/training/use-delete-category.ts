import { useQueryClient } from '@tanstack/react-query';
import type { Category } from '@lintel/contract/training-manage';
import { mayDelete } from '../../../lib/form/ask-first.ts';
import { showToast } from '../../../lib/toast.ts';
import { deleteCategory } from './api/categories.ts';
import { trainingKey } from './api/keys.ts';
import { tellFailure } from './training-failure.ts';

/**
 * Asks whether a category is to be deleted, and deletes it; `onDeleted` runs before the lists are
 * read again.
 */
export function useDeleteCategory(
  onDeleted: () => void = () => undefined,
): (category: Category) => Promise<void> {
  const client = useQueryClient();
  return async ({ id, name }) => {
    if (
      !(await mayDelete(
        'Deleting category',
        `Are you sure you want to delete the category “${name}”?`,
      ))
    )
      return;
    try {
      showToast((await deleteCategory({ params: { id } })).message);
      onDeleted();
    } catch (error) {
      tellFailure(error);
    }
    await client.invalidateQueries({ queryKey: trainingKey });
  };
}
