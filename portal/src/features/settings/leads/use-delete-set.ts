import { useQueryClient } from '@tanstack/react-query';
import { mayDelete } from '../../../lib/form/ask-first.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { deleteSet } from './api/distribution.ts';
import { refreshDistribution } from './refresh-distribution.ts';

/** Asks whether a set is to be deleted, and deletes it. */
export function useDeleteSet(): (set: { id: number; title: string }) => Promise<void> {
  const client = useQueryClient();
  return async ({ id, title }) => {
    if (
      !(await mayDelete(
        'Deleting lead distribution set',
        `Are you sure you want to delete the set “${title}”? Its lead sources will be in no set.`,
      ))
    )
      return;
    try {
      showToast((await deleteSet({ params: { id } })).message);
    } catch (error) {
      showToast(failureText(error), 'danger');
    }
    await refreshDistribution(client);
  };
}
