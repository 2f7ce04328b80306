import { expect, it, vi } from 'vitest';
import { refreshSession } from '@lintel/contract/identity/sessions';
import { uploadVideo } from '@lintel/contract/training/manage';
import { answer, refusal, noAnswer } from '../../test/server.ts';
import { call } from './call.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';

const upload = call<typeof uploadVideo>({
  method: 'POST',
  path: '/materials/video',
  encoding: 'multipart',
});
const files = { video: new File(['film'], 'film.mp4', { type: 'video/mp4' }) };
const stored = {
  message: 'Stored',
  videoSrc: '/api/v1/materials/video/abcdefgh',
  fileName: 'film.mp4',
  bytes: 4,
};

it('A watched call returns the same response as others, with its key and its file', async () => {
  const seen: (string | null)[] = [];
  answer(uploadVideo, (request) => {
    seen.push(
      request.headers.get('idempotency-key'),
      request.headers.get('content-type')?.split(';')[0] ?? null,
    );
    return stored;
  });
  expect(
    await upload({ files }, { key: 'mine', transport: fetchWithProgress(() => undefined) }),
  ).toEqual(stored);
  expect(seen).toEqual(['mine', 'multipart/form-data']);
});

/** A request whose body is sent in three steps and never answered. */
class Watched extends EventTarget {
  upload = new EventTarget();
  open(): void {}
  setRequestHeader(): void {}
  send(): void {
    for (const loaded of [1, 3, 4])
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 4 }));
    this.dispatchEvent(new ProgressEvent('error'));
  }
}

it('A watched call reports the share of its body sent', async () => {
  const shares: number[] = [];
  vi.stubGlobal('XMLHttpRequest', Watched);
  const sent = upload({ files }, { transport: fetchWithProgress((share) => shares.push(share)) });
  await expect(sent).rejects.toMatchObject({ code: 'network' });
  vi.unstubAllGlobals();
  expect(shares).toEqual([0.25, 0.75, 1]);
});

it('A watched call refreshes an expired session once and resends', async () => {
  let fresh = false;
  answer(refreshSession, () => {
    fresh = true;
    return { message: 'ok' };
  });
  answer(uploadVideo, () => (fresh ? stored : refusal('unauthorized')));
  expect(await upload({ files }, { transport: fetchWithProgress(() => undefined) })).toEqual(
    stored,
  );
});

it('An aborted watched call fails with the reason, before or after it starts', async () => {
  answer(uploadVideo, noAnswer);
  const control = new AbortController();
  const transport = fetchWithProgress(() => undefined);
  const sent = upload({ files }, { signal: control.signal, transport });
  control.abort(new Error('Enough'));
  await expect(sent).rejects.toThrow('Enough');
  await expect(upload({ files }, { signal: control.signal, transport })).rejects.toThrow('Enough');
});
