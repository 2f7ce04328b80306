import { showToast, toastLife } from './toast.ts';

/** Copies `text` and says so; resolves to whether it worked. */
export async function copyText(text: string, done = 'Link copied'): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showToast('The clipboard is not available', 'danger');
    return false;
  }
  showToast(done, 'success', toastLife.brief);
  return true;
}
