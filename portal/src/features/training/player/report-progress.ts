import type { QueryClient } from '@tanstack/react-query';
import type { Material } from '@lintel/contract/training';
import { maxWatchedRanges } from '@lintel/contract/training-constants';
import { categoriesQuery } from '../api/get-categories.ts';
import { setStatVideo } from '../api/set-stat-video.ts';
import { rememberProgress } from '../remember-progress.ts';
import { shareSeen, type Segments } from './segments.ts';
import type { Report } from './watch-log.ts';

const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100;

const rangesToSend = (seen: Segments): [number, number][] =>
  seen.slice(-maxWatchedRanges).map(([from, to]) => [hundredths(from), hundredths(to)]);

/**
 * Reports of one video: shown at once, recorded by the server. One that does not arrive is made
 * good by the next.
 */
export function reporterOf(
  client: QueryClient,
  userId: number,
  { id, isNewVideo }: Material,
): Report {
  let isNew = isNewVideo;
  const sent = async (...[status, { time, duration, seen }]: Parameters<Report>): Promise<void> => {
    const { watchedPercent } = await setStatVideo({
      videoId: id,
      userId,
      videoStatus: status,
      videoTime: hundredths(time),
      videoDuration: hundredths(duration),
      watched: rangesToSend(seen),
    });
    rememberProgress(client, userId, id, { watchedPercent });
    if (isNew) await client.invalidateQueries({ queryKey: categoriesQuery(userId).queryKey });
    isNew = false;
  };
  return (status, moment) => {
    const watchedPercent = Math.floor(shareSeen(moment.seen, moment.duration) * 100);
    rememberProgress(client, userId, id, {
      videoStatus: status,
      currentVideoTime: moment.time,
      isNewVideo: false,
      watchedPercent,
    });
    sent(status, moment).catch(() => undefined);
  };
}
