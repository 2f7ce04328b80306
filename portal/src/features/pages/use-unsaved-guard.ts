import { useBlocker } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { openDialog } from '../../lib/dialog.ts';
import { sessionQuery } from '../../lib/session.ts';

/**
 * Asks before unsaved input is left behind, by a link or by closing the tab. Nobody is held back
 * whose session has ended or who no longer speaks for the contractor: there is nothing left to
 * save.
 */
export function useUnsavedGuard(unsaved: boolean, contractorId: number): void {
  const client = useQueryClient();
  const canStillSave = (): boolean =>
    client.getQueryData(sessionQuery.queryKey)?.contractor?.id === contractorId;
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async ({ next }) => {
      if (next.pathname === '/login' || !canStillSave()) return false;
      const leaves = await openDialog({
        title: 'Leave without saving?',
        text: 'What you changed on this page will be lost.',
        confirm: 'Leave',
        cancel: 'Stay',
        tone: 'warning',
      });
      return !leaves;
    },
  });
}
