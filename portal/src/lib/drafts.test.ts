import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeDrafts, drafts, removeDrafts, openDrafts, watchDrafts } from './drafts.ts';

const testKey = (fill: number): string =>
  btoa(String.fromCharCode(...Array<number>(32).fill(fill)));
const stored = (): string => JSON.stringify(localStorage);
const isStored = () => vi.waitFor(() => expect(localStorage.length).toBeGreaterThan(0));

beforeEach(closeDrafts);
afterEach(closeDrafts);

describe('drafts', () => {
  it('are encrypted in storage and restored for the same account', async () => {
    await openDrafts(1, testKey(1));
    drafts.set('note', 'Casey Nguyen, casey@mail.test');
    await isStored();
    expect(stored()).not.toMatch(/Casey|mail\.test/);
    closeDrafts();
    expect(drafts.get('note')).toBeNull();
    await openDrafts(1, testKey(1));
    expect(drafts.get('note')).toBe('Casey Nguyen, casey@mail.test');
    expect(drafts.names()).toEqual(['note']);
  });

  it("can't be read by another account or by one without a key", async () => {
    await openDrafts(1, testKey(1));
    drafts.set('note', 'Casey');
    await isStored();
    await openDrafts(2, testKey(2));
    expect(drafts.names()).toEqual([]);
    removeDrafts();
    expect(localStorage.length).toBe(1);
    await openDrafts(1, null);
    expect(drafts.names()).toEqual([]);
    closeDrafts();
    await openDrafts(1, testKey(9));
    expect(drafts.get('note')).toBeNull();
    // A draft moved to another name no longer decrypts.
    const [name = ''] = Object.keys(localStorage);
    localStorage.setItem(`${name}-2`, localStorage.getItem(name) ?? '');
    closeDrafts();
    await openDrafts(1, testKey(1));
    expect(drafts.names()).toEqual(['note']);
  });

  it('are removed at sign-out, even those being encrypted at that moment', async () => {
    await openDrafts(1, testKey(1));
    drafts.set('note', 'Casey');
    await isStored();
    drafts.set('other', 'Casey again');
    removeDrafts();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(localStorage.length).toBe(0);
    drafts.set('note', 'late');
    expect(localStorage.length).toBe(0);
  });

  it('keep the last of several rapid changes', async () => {
    await openDrafts(1, testKey(1));
    for (const text of ['C', 'Ca', 'Cas', 'Case', 'Casey']) drafts.set('note', text);
    await isStored();
    await new Promise((resolve) => setTimeout(resolve, 50));
    closeDrafts();
    await openDrafts(1, testKey(1));
    expect(drafts.get('note')).toBe('Casey');
    drafts.set('note', null);
    expect(localStorage.length).toBe(0);
  });

  it('are removed after 30 days, whatever their owner', async () => {
    await openDrafts(1, testKey(1));
    drafts.set('note', 'Casey');
    await isStored();
    const [name = ''] = Object.keys(localStorage);
    const [, ...sealed] = (localStorage.getItem(name) ?? '').split('.');
    localStorage.setItem(name, [Date.now() - 31 * 86_400_000, ...sealed].join('.'));
    await openDrafts(2, testKey(2));
    expect(localStorage.length).toBe(0);
  });

  it('from another tab are picked up', async () => {
    await openDrafts(1, testKey(1));
    drafts.set('note', 'Casey');
    await isStored();
    const [key = ''] = Object.keys(localStorage);
    const newValue = localStorage.getItem(key);
    closeDrafts();
    localStorage.clear();
    await openDrafts(1, testKey(1));
    const stop = watchDrafts();
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    await vi.waitFor(() => expect(drafts.get('note')).toBe('Casey'));
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    expect(drafts.get('note')).toBeNull();
    stop();
  });
});
