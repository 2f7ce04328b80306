import type { uploadVideo as endpoint } from '@lintel/contract/training-manage';
import { call } from '../../../../lib/api/call.ts';
import { watchedFetch } from '../../../../lib/api/watched-fetch.ts';

const upload = call<typeof endpoint>(
  { method: 'POST', path: '/materials/video', encoding: 'multipart' },
  { handles: [500] },
);

interface Watching {
  signal: AbortSignal;
  /** Gets the share that has left, 0 to 1. */
  onProgress(share: number): void;
}

/** Stores a video, however long that takes; its address is then a material's. */
export const uploadVideo = (video: File, { signal, onProgress }: Watching) =>
  upload({ files: { video } }, { signal, timeout: 0, transport: watchedFetch(onProgress) });
