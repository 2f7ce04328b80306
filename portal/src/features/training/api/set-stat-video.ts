import type { Answer, Sent } from '@lintel/contract/core/endpoint';
import type { setVideoStat } from '@lintel/contract/training';
import { bodyOf } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';

/** A lost report is no reason to interrupt the video. */
const quiet = { handles: [403, 404, 422, 429, 500] };

/**
 * Reports how far the user is with a video. It arrives also when the page is being left. Throws
 * `ApiError`.
 */
export async function setStatVideo(
  body: Sent<typeof setVideoStat, 'body'>,
): Promise<Answer<typeof setVideoStat>> {
  const answer = await send(
    '/materials/set-stat-video',
    { method: 'POST', keepalive: true, ...bodyOf('multipart', body) },
    quiet,
  );
  return (await answer.json()) as Answer<typeof setVideoStat>;
}
