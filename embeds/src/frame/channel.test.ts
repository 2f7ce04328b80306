// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { HostMessage } from '@lintel/contract/marketing/embeds';
import { onHostMessage, reportFocus, postToHost } from './channel.ts';

const host = { postMessage: vi.fn() };

beforeEach(() => {
  host.postMessage.mockReset();
  Object.defineProperty(window, 'parent', { value: host, configurable: true });
  history.replaceState(null, '', '?site=https%3A%2F%2Froofer.com%2Ffinancing');
});

test('a frame sends messages only to the website it was made for', () => {
  postToHost({ lintel: 'close' });
  expect(host.postMessage.mock.calls).toEqual([[{ lintel: 'close' }, 'https://roofer.com']]);
});

test('a frame without a website, or alone in its window, sends no messages', () => {
  history.replaceState(null, '', '?site=nonsense');
  postToHost({ lintel: 'close' });
  history.replaceState(null, '', '?');
  postToHost({ lintel: 'close' });
  Object.defineProperty(window, 'parent', { value: window, configurable: true });
  history.replaceState(null, '', '?site=https://roofer.com/');
  const own = vi.spyOn(window, 'postMessage');
  postToHost({ lintel: 'close' });
  expect([host.postMessage.mock.calls, own.mock.calls]).toEqual([[], []]);
});

test('a frame in a local file or a sandboxed page reaches its loader, and accepts messages only from documents without an origin', () => {
  history.replaceState(null, '', '?site=null%2Fhome%2Fpreview.html');
  postToHost({ lintel: 'height', height: 5 });
  expect(host.postMessage.mock.calls).toEqual([[{ lintel: 'height', height: 5 }, '*']]);
  const received: HostMessage[] = [];
  onHostMessage((message) => received.push(message));
  for (const origin of ['https://thief.example', 'null'])
    window.dispatchEvent(
      new MessageEvent('message', {
        origin,
        source: window.parent,
        data: { lintel: 'open' },
      }),
    );
  expect(received).toHaveLength(1);
});

test('reports the focused element of a frame to the loader', () => {
  document.body.innerHTML = '<button>Choose</button>';
  reportFocus();
  document.querySelector('button')?.focus();
  expect(host.postMessage.mock.calls).toEqual([
    [{ lintel: 'show', top: 0, height: 0 }, 'https://roofer.com'],
  ]);
});

test('a frame accepts only known messages, and only from its own website', () => {
  const received: HostMessage[] = [];
  onHostMessage((message) => received.push(message));
  const send = (origin: string, source: unknown, data: unknown): boolean =>
    window.dispatchEvent(new MessageEvent('message', { origin, source: source as Window, data }));
  send('https://thief.example', host, { lintel: 'open' });
  send('https://roofer.com', window, { lintel: 'open' });
  send('https://roofer.com', host, { lintel: 'other' });
  send('https://roofer.com', host, null);
  expect(received).toEqual([]);
  send('https://roofer.com', host, { lintel: 'open' });
  expect(received).toEqual([{ lintel: 'open' }]);
});
