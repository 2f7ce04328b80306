import { expect, it, vi } from 'vitest';
import { refreshSession } from '@lintel/contract/identity/sessions';
import { uploadVideo } from '@lintel/contract/training/manage';
import { answer, refusal, noAnswer } from '../../test/server.ts';
import { call } from './call.ts';
import { watchedFetch } from './watched-fetch.ts';

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

it('A watched call answers like any other, with its key and its file', async () => {
  const seen: (string | null)[] = [];
  answer(uploadVideo, (request) => {
    seen.push(
      request.headers.get('idempotency-key'),
      request.headers.get('content-type')?.split(';')[0] ?? null,
    );
    return stored;
  });
  expect(
    await upload({ files }, { key: 'mine', transport: watchedFetch(() => undefined) }),
  ).toEqual(stored);
  expect(seen).toEqual(['mine', 'multipart/form-data']);
});

/** A request whose body leaves in three steps, and that nobody answers. */
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

it('A watched call tells which share of its body has left', async () => {
  const shares: number[] = [];
  vi.stubGlobal('XMLHttpRequest', Watched);
  const sent = upload({ files }, { transport: watchedFetch((share) => shares.push(share)) });
  await expect(sent).rejects.toMatchObject({ code: 'network' });
  vi.unstubAllGlobals();
  expect(shares).toEqual([0.25, 0.75, 1]);
});

it('A watched call is refreshed once when the session has expired, and sent again', async () => {
  let fresh = false;
  answer(refreshSession, () => {
    fresh = true;
    return { message: 'ok' };
  });
  answer(uploadVideo, () => (fresh ? stored : refusal('unauthorized')));
  expect(await upload({ files }, { transport: watchedFetch(() => undefined) })).toEqual(stored);
});

it('A watched call that is stopped fails with the reason, whether it has begun or not', async () => {
  answer(uploadVideo, noAnswer);
  const control = new AbortController();
  const transport = watchedFetch(() => undefined);
  const sent = upload({ files }, { signal: control.signal, transport });
  control.abort(new Error('Enough'));
  await expect(sent).rejects.toThrow('Enough');
  await expect(upload({ files }, { signal: control.signal, transport })).rejects.toThrow('Enough');
});
