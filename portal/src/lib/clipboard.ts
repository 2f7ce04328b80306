import * as m from '#messages';
import { showToast, toastLife } from './toast.ts';

/** Copies `text` and shows a toast; resolves to whether it worked. */
export async function copyText(text: string, done = m.common_linkCopied()): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showToast(m.common_clipboard_unavailable(), 'danger');
    return false;
  }
  showToast(done, 'success', toastLife.brief);
  return true;
}
