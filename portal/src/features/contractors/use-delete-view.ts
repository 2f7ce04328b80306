import type { ContractorView } from '@lintel/contract/contractors-views';
import { useQueryClient } from '@tanstack/react-query';
import { mayDelete } from '../../lib/form/ask-first.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { deleteView, viewsQuery } from './api/views.ts';

/** Asks whether a kept view is to be deleted, and deletes it. */
export function useDeleteView(): (view: ContractorView) => Promise<void> {
  const client = useQueryClient();
  return async ({ id, name }) => {
    const text = `Your view “${name}” is deleted. The contractors stay as they are.`;
    if (!(await mayDelete('Delete view', text))) return;
    await deleteView(id).catch((error: unknown) => showToast(failureText(error), 'danger'));
    await client.invalidateQueries({ queryKey: viewsQuery.queryKey });
  };
}
