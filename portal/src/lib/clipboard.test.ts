import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyText } from './clipboard.ts';
import { forgetToasts, shownToasts } from '../test/toasts.ts';
import { toastLife } from './toast.ts';

const give = (clipboard: Partial<Clipboard> | undefined): void => {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
};

beforeEach(() => forgetToasts());

describe('copying a link', () => {
  it('shows "Link copied" for one second [ACC-472] [ACC-503]', async () => {
    const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    give({ writeText: written });
    await expect(copyText('https://x.test/p/a')).resolves.toBe(true);
    expect(written).toHaveBeenCalledWith('https://x.test/p/a');
    expect(shownToasts()).toMatchObject([{ message: 'Link copied', life: 1000, kind: 'success' }]);
  });

  it('shows an error when the clipboard is unavailable [ACC-471]', async () => {
    give(undefined);
    await expect(copyText('x')).resolves.toBe(false);
    expect(shownToasts()).toMatchObject([
      { message: 'The clipboard is not available', kind: 'danger' },
    ]);
  });
});

describe('a toast', () => {
  it('lasts 3000 or 5000 ms [ACC-501]', () => {
    expect([toastLife.short, toastLife.long]).toEqual([3000, 5000]);
  });
});
