import * as m from '#messages';
import { dialogStore, openDialog } from '../dialog.ts';

/** Asks whether input may be discarded; `lost` describes it. Resolves to the answer. */
export const confirmDiscard = (lost: string, title = m.common_discard_title()): Promise<boolean> =>
  openDialog({
    title,
    text: lost,
    confirm: m.common_discard(),
    cancel: m.common_discard_keepEditing(),
    tone: 'warning',
  });

/**
 * Closes a form, after confirmation if there is unsaved input. Does nothing while a question is open.
 */
export async function closeForm(
  onClose: () => void,
  { dirty, lost, title }: { dirty: boolean; lost: string; title?: string },
) {
  if (dialogStore.get() !== null) return;
  if (!dirty || (await confirmDiscard(lost, title))) onClose();
}

/** Asks for confirmation of a permanent deletion. Resolves to the answer. */
export const confirmDelete = (title: string, text: string): Promise<boolean> =>
  openDialog({
    title,
    text: m.common_delete_question({ question: text }),
    confirm: m.common_delete(),
    cancel: m.common_cancel(),
    tone: 'danger',
  });
