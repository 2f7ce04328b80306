import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { act, screen, waitFor } from '@testing-library/react';
import { readSession, refreshSession } from '@lintel/contract/identity/sessions';
import { openDialog } from '../lib/dialog.ts';
import { queryClient } from '../lib/query-client.ts';
import { broadcastSessionEnd } from '../lib/session-end.ts';
import { onSessionEnd } from './watch-session.ts';
import { splashStore } from '../lib/splash.ts';
import { openPortal } from '../test/render-portal.tsx';
import { answer, refusal } from '../test/server.ts';
import { owner } from '../test/sessions.ts';

const key = 'lintel.session-end';
/** What a browser without BroadcastChannel delivers to this tab from another one. */
const receiveFromOtherTab = (end: string): boolean =>
  window.dispatchEvent(
    new StorageEvent('storage', { key, newValue: JSON.stringify({ tab: 'another', end }) }),
  );

beforeEach(() => vi.stubGlobal('BroadcastChannel', undefined));
afterEach(() => vi.unstubAllGlobals());

describe('a tab whose session ended in another tab', () => {
  const open = async (path: string) => {
    localStorage.setItem('lintel.signed-in', '1');
    const view = await openPortal(path, owner());
    answer(readSession, () => refusal('unauthorized'));
    return { ...view, stop: view.watch() };
  };

  it('opens the sign-in page immediately and forgets its data', async () => {
    const { router, stop } = await open('/personal-info');
    void openDialog({ title: 'Question', text: 'Priya?', cancel: 'No' });
    act(() => void receiveFromOtherTab('signed-out'));
    expect(splashStore.get()).not.toBeNull();
    await waitFor(() => expect(router.state.location.href).toBe('/login'));
    await waitFor(() => expect(splashStore.get()).toBeNull());
    expect(document.body.textContent).not.toContain('Natarajan');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(localStorage.getItem('lintel.signed-in')).toBeNull();
    stop();
  });

  it('returns to its page after signing in if the session only expired', async () => {
    const { router, stop } = await open('/refer');
    act(() => void receiveFromOtherTab('ended'));
    await waitFor(() => expect(router.state.location.href).toBe('/login?returnTo=%2Frefer'));
    stop();
  });

  it('stays on a visitor page', async () => {
    const { router, stop } = await open('/restore');
    act(() => void receiveFromOtherTab('signed-out'));
    expect(router.state.location.pathname).toBe('/restore');
    expect(localStorage.getItem('lintel.signed-in')).toBeNull();
    stop();
  });
});

describe('a tab that the user returns to', () => {
  it('checks its session, and leaves if it has ended', async () => {
    const { router, watch } = await openPortal('/refer', owner());
    const stop = watch();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(router.state.location.pathname).toBe('/refer');
    answer(readSession, () => refusal('unauthorized'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(router.state.location.href).toBe('/login?returnTo=%2Frefer'));
    stop();
  });

  it("stays if the server can't be reached", async () => {
    const { router, watch } = await openPortal('/refer', owner());
    const stop = watch();
    const requests = vi.fn<() => void>();
    answer(readSession, () => {
      requests();
      return refusal('unauthorized');
    });
    answer(refreshSession, () => refusal('unavailable'));
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(requests).toHaveBeenCalledTimes(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(router.state.location.pathname).toBe('/refer');
    stop();
  });
});

describe('the end of a session', () => {
  it('is sent to the other tabs as a message, and ignored by the sender', async () => {
    vi.unstubAllGlobals();
    const heard = vi.fn<(end: string) => void>();
    const stop = onSessionEnd(heard);
    const other = new BroadcastChannel(key);
    const received = new Promise((resolve) => {
      other.addEventListener(
        'message',
        ({ data }: MessageEvent<{ end: string }>) => resolve(data.end),
        { once: true },
      );
    });
    broadcastSessionEnd('signed-out');
    expect(await received).toBe('signed-out');
    expect(heard).not.toHaveBeenCalled();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target.
    other.postMessage({ tab: 'another', end: 'ended' });
    await waitFor(() => expect(heard).toHaveBeenCalledWith('ended'));
    stop();
    other.close();
  });

  it('goes through storage if the browser has no channels, and leaves nothing there', () => {
    const written = vi.spyOn(Storage.prototype, 'setItem');
    broadcastSessionEnd('ended');
    expect(written.mock.calls.map(([name, value]) => [name, JSON.parse(value).end])).toEqual([
      [key, 'ended'],
    ]);
    expect(localStorage.getItem(key)).toBeNull();
  });
});
