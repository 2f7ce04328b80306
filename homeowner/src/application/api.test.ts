import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from './api.ts';

const params = { token: 'the-token' };
const sent = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', sent);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sent.mockReset();
});

const tooMuch = (after: string | null = '2') =>
  new Response('{"error":"unavailable"}', {
    status: 503,
    headers: after === null ? {} : { 'retry-after': after },
  });

test('retries a busy server after the requested time, with the typed data', async () => {
  sent.mockResolvedValueOnce(tooMuch()).mockResolvedValueOnce(Response.json({ token: 'x' }));
  const answer = api.keep({ params, body: { draft: { firstName: 'Ann' } } });
  await vi.advanceTimersByTimeAsync(1900);
  expect(sent).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2200);
  expect(await answer).toMatchObject({ token: 'x' });
  expect(sent.mock.calls[1]).toEqual(sent.mock.calls[0]);
});

test('shows an error after two more rejections, and the person may try again', async () => {
  sent.mockImplementation(async () => tooMuch());
  const answer = api.read({ params });
  const told = expect(answer).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(10_000);
  await told;
  expect(sent).toHaveBeenCalledTimes(3);
});

test.each([null, '600', 'soon'])('doesn’t wait when a 503 has Retry-After %s', async (after) => {
  sent.mockImplementation(async () => tooMuch(after));
  await expect(api.read({ params })).rejects.toMatchObject({ status: 503 });
  expect(sent).toHaveBeenCalledTimes(1);
});
