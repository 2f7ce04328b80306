import * as m from '#messages';
import { dialogStore, openDialog } from '../dialog.ts';

/**
 * Asks whether what was entered may be lost; `lost` says what that is. Resolves to whether it may.
 */
export const mayDiscard = (lost: string, title = m.common_discard_title()): Promise<boolean> =>
  openDialog({
    title,
    text: lost,
    confirm: m.common_discard(),
    cancel: m.common_discard_keepEditing(),
    tone: 'warning',
  });

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
    text: m.common_delete_question({ question: text }),
    confirm: m.common_delete(),
    cancel: m.common_cancel(),
    tone: 'danger',
  });
