import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openDialog } from '../../../lib/dialog.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { templatesKey } from './api/keys.ts';
import { restoreVersion, type TemplateKind } from './api/template-versions.ts';

const confirmed = (version: number): Promise<boolean> =>
  openDialog({
    title: `Restore version ${version}?`,
    text: 'It comes into use at once, as a new version. The present one stays in the list.',
    confirm: 'Restore',
    cancel: 'Cancel',
    tone: 'warning',
  });

/** Puts an earlier version of a template back, after a question. */
export function useRestore(kind: TemplateKind, id: number, onRestored: () => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (version: number) => restoreVersion(kind, id, version),
    onSuccess: async (_answer, version) => {
      await client.invalidateQueries({ queryKey: templatesKey });
      showToast(`Version ${version} restored`);
      onRestored();
    },
    onError: (error) => showToast(failureText(error), 'danger'),
  });
  return {
    busy: isPending,
    ask: (version: number): void => void confirmed(version).then((yes) => yes && mutate(version)),
  };
}
