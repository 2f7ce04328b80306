import { dialogStore, openDialog } from '../dialog.ts';

/**
 * Asks whether what was entered may be lost; `lost` says what that is. Resolves to whether it may.
 */
export const mayDiscard = (lost: string, title = 'Discard your changes?'): Promise<boolean> =>
  openDialog({ title, text: lost, confirm: 'Discard', cancel: 'Keep editing', tone: 'warning' });

/**
 * Closes a form, once it is certain that nothing entered is wanted any more. A question over the
 * form is answered first.
 */
export async function closeForm(
  onClose: () => void,
  { dirty, lost, title }: { dirty: boolean; lost: string; title?: string },
) {
  if (dialogStore.get() !== null) return;
  if (!dirty || (await mayDiscard(lost, title))) onClose();
}

/**
 * Asks whether something is to be deleted, and says that this is for good. Resolves to whether it
 * is.
 */
export const mayDelete = (title: string, text: string): Promise<boolean> =>
  openDialog({
    title,
    text: `${text} This action cannot be undone.`,
    confirm: 'Delete',
    cancel: 'Cancel',
    tone: 'danger',
  });
