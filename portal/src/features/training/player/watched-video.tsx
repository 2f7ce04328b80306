import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Answer, RequestInput } from '@lintel/contract/core/endpoint';
import type { Material, setVideoStat } from '@lintel/contract/training/library';
import { maxWatchedRanges } from '@lintel/contract/training/constants';
import { encodeBody } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { sessionQuery, useSession } from '../../../lib/session.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { categoriesQuery, cacheProgress } from '../requests.ts';
import { Mp4Player, type PlayerProps } from './mp4-player.tsx';
import {
  makeWatchLog,
  resumeAt,
  watchedShare,
  type Report,
  type Segments,
  type WatchLog,
} from './watch-log.ts';
import { embedAddress, followYoutube } from './youtube.ts';
import classes from './player.module.css';

/** A lost report shouldn't interrupt the video. */
const quiet = { handles: [403, 404, 422, 429, 500] };

/** Reports the user's progress in a video, even while the page is closing. Throws `ApiError`. */
async function setStatVideo(
  body: RequestInput<typeof setVideoStat, 'body'>,
): Promise<Answer<typeof setVideoStat>> {
  const answer = await send(
    '/materials/set-stat-video',
    { method: 'POST', keepalive: true, ...encodeBody('multipart', body) },
    quiet,
  );
  return answer.json();
}

const roundToHundredths = (seconds: number): number => Math.round(seconds * 100) / 100;

const rangesToSend = (seen: Segments): [number, number][] =>
  seen
    .slice(-maxWatchedRanges)
    .map(([from, to]) => [roundToHundredths(from), roundToHundredths(to)]);

/**
 * Reports of one video: shown immediately, recorded by the server. The next report makes up for a
 * lost one.
 */
function makeReporter(client: QueryClient, userId: number, { id, isNewVideo }: Material): Report {
  let isNew = isNewVideo;
  const sent = async (...[status, { time, duration, seen }]: Parameters<Report>): Promise<void> => {
    const { watchedPercent } = await setStatVideo({
      videoId: id,
      userId,
      videoStatus: status,
      videoTime: roundToHundredths(time),
      videoDuration: roundToHundredths(duration),
      watched: rangesToSend(seen),
    });
    cacheProgress(client, userId, id, { watchedPercent });
    if (isNew) await client.invalidateQueries({ queryKey: categoriesQuery(userId).queryKey });
    isNew = false;
  };
  return (status, moment) => {
    const watchedPercent = Math.floor(watchedShare(moment.seen, moment.duration) * 100);
    cacheProgress(client, userId, id, {
      videoStatus: status,
      currentVideoTime: moment.time,
      isNewVideo: false,
      watchedPercent,
    });
    sent(status, moment).catch(() => undefined);
  };
}

/**
 * The log of the playing video. Nothing is recorded while switched. Closes with the page, the tab,
 * or the player.
 */
function useWatchLog(video: Material): WatchLog {
  const client = useQueryClient();
  const { user, switched } = useSession();
  const [log] = useState(() =>
    makeWatchLog(switched ? () => undefined : makeReporter(client, user.id, video)),
  );
  useEffect(() => {
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') log.closed();
    };
    window.addEventListener('pagehide', log.closed);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', log.closed);
      document.removeEventListener('visibilitychange', onHide);
      log.closed();
    };
  }, [log]);
  return log;
}

interface Props {
  video: Material;
  muted: boolean;
  onMuted(muted: boolean): void;
  onEnded(): void;
}

/**
 * Plays one video. A player can't refresh an expired session, so the first failure refreshes it and
 * retries; the second one is shown.
 */
export function WatchedVideo({ video, muted, onMuted, onEnded }: Props) {
  const log = useWatchLog(video);
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const again = async (): Promise<void> => {
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
    setAttempt((count) => count + 1);
    setFailed(false);
  };
  const onFailed = (): void => {
    log.closed();
    if (attempt === 0 && video.videoType === 'video/mp4') void again();
    else setFailed(true);
  };
  const player = { video, log, onEnded, onFailed };
  if (failed) {
    return (
      <div className={classes.failed}>
        <ErrorState text={m.training_player_failed()} onRetry={() => void again()} />
      </div>
    );
  }
  return (
    <div className={classes.screen}>
      {video.videoType === 'youtube' ? (
        <YoutubePlayer key={attempt} {...player} />
      ) : (
        <Mp4Player key={attempt} {...player} muted={muted} onMuted={onMuted} />
      )}
    </div>
  );
}

/**
 * Plays a YouTube video in its embedded player. It autoplays muted, resuming where the user left
 * off.
 */
function YoutubePlayer({ video, log, onEnded, onFailed }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const resume = useEffectEvent((duration: number) => log.place() ?? resumeAt(video, duration));
  const ended = useEffectEvent(onEnded);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    if (frame.current === null) return undefined;
    return followYoutube(frame.current, {
      log,
      resume: (duration) => resume(duration),
      onEnded: () => ended(),
      onFailed: () => failed(),
    });
  }, [log]);
  return (
    <iframe
      ref={frame}
      className={classes.video}
      src={embedAddress(video.videoId, window.location.origin)}
      title={video.name}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
