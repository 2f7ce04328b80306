import { useEffect, useRef, useState } from 'react';
import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Material } from '@lintel/contract/training/library';
import { useSession } from '../../../lib/session.ts';
import { videoLength } from '../../../lib/video-length.ts';
import { IconVolumeOff } from '../../../ui/icons.ts';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { nextUnfinished, buildPlaylists, progressText, type Playlist } from '../playlists.ts';
import { cachedVideo, fullCategoryQuery, type Categories } from '../requests.ts';
import { Thumbnail } from '../video-card.tsx';
import { WatchedVideo } from './watched-video.tsx';
import classes from './player.module.css';

interface OpenPlaylist {
  title: string;
  videos: readonly Material[];
  video: Material;
}

interface OpenedVideo {
  /** Undefined while loading; null if the video no longer exists. */
  playlist: OpenPlaylist | null | undefined;
  failed: boolean;
  retry(): void;
}

/**
 * The playlist of a video. If the category is unknown, for example after a reload, searches all of
 * them.
 */
function useOpenPlaylist(userId: number, id: number, categories: Categories): OpenedVideo {
  const home = cachedVideo(useQueryClient(), userId, id)?.categoryId;
  const all = buildPlaylists(categories);
  const near = all.filter((playlist) =>
    playlist.categories.some((category) => category.id === home),
  );
  const candidates = near.length > 0 ? near : all;
  const queried = candidates.flatMap((playlist) => playlist.categories);
  const lists = useQueries({
    queries: queried.map((category) => fullCategoryQuery(userId, category)),
  });
  const playlistVideos = (playlist: Playlist): Material[] =>
    playlist.categories.flatMap((category) => lists[queried.indexOf(category)]?.data ?? []);
  const [found] = candidates.flatMap((playlist): OpenPlaylist[] => {
    const videos = playlistVideos(playlist);
    const video = videos.find((one) => one.id === id);
    return video === undefined ? [] : [{ title: playlist.title, videos, video }];
  });
  const failed = found === undefined && lists.some(({ isError }) => isError);
  const looking = lists.some(({ isPending }) => isPending);
  return {
    playlist: found ?? (looking ? undefined : null),
    failed: failed && !looking,
    retry: () => lists.forEach((list) => list.isError && void list.refetch()),
  };
}

interface Props {
  id: number;
  categories: Categories;
  /** Replaces this video with another one. */
  onTurnTo(id: number): void;
  onClose(): void;
}

/** Plays a video, then the unfinished rest of its playlist. */
export function PlayerModal({ id, categories, onTurnTo, onClose }: Props) {
  const { user } = useSession();
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const { playlist, failed, retry } = useOpenPlaylist(user.id, id, categories);
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title={playlist?.video.name ?? m.training_video()}
      size={1120}
      fullScreen={narrow}
    >
      {failed && <ErrorState text={m.training_player_loadFailed()} onRetry={retry} />}
      {!failed && playlist === undefined && (
        <Skeleton className={classes.screen ?? ''} radius="md" aria-label={m.common_loading()} />
      )}
      {!failed && playlist === null && (
        <EmptyState
          title={m.training_player_notFound()}
          text={m.training_player_notFoundText()}
          action={<PlainButton onClick={onClose}>{m.training_player_seeAll()}</PlainButton>}
        />
      )}
      {playlist && <PlaylistPlayer {...playlist} onTurnTo={onTurnTo} />}
    </Modal>
  );
}

interface PlaylistPlayerProps extends OpenPlaylist {
  onTurnTo(id: number): void;
}

/**
 * The open video next to its playlist. At the end, the next unfinished one starts; if there is
 * none, playback stops.
 */
function PlaylistPlayer({ title, videos, video, onTurnTo }: PlaylistPlayerProps) {
  const { switched } = useSession();
  const [ended, setEnded] = useState<ReadonlySet<number>>(new Set());
  const [stoppedAt, setStoppedAt] = useState<number | null>(null);
  // Each opening starts muted; turned-on sound stays on for the following videos.
  const [muted, setMuted] = useState(true);
  const turnTo = (id: number): void => {
    setStoppedAt(null);
    onTurnTo(id);
  };
  const finish = (): void => {
    const now = new Set([...ended, video.id]);
    setEnded(now);
    const next = nextUnfinished(videos, video.id, now);
    if (next === undefined) setStoppedAt(video.id);
    else turnTo(next.id);
  };
  return (
    <div className={classes.player} data-alone={videos.length < 2 || undefined}>
      <div className={classes.main}>
        <WatchedVideo
          key={video.id}
          video={video}
          muted={muted}
          onMuted={setMuted}
          onEnded={finish}
        />
        {muted && video.videoType === 'video/mp4' && (
          <div className={classes.sound}>
            <PlainButton small onClick={() => setMuted(false)}>
              <IconVolumeOff size={16} aria-hidden />
              {m.training_player_soundOn()}
            </PlainButton>
          </div>
        )}
        <div role="status">
          {stoppedAt === video.id && (
            <p className={classes.done}>{m.training_player_finished({ title })}</p>
          )}
        </div>
        {switched && <p className={classes.quiet}>{m.training_player_notRecorded()}</p>}
        {/* The server has sanitized the content. */}
        {video.content !== '' && (
          <div className={classes.about} dangerouslySetInnerHTML={{ __html: video.content }} />
        )}
      </div>
      {videos.length > 1 && (
        <PlaylistPanel title={title} videos={videos} current={video.id} onTurnTo={turnTo} />
      )}
    </div>
  );
}

interface PlaylistPanelProps {
  title: string;
  videos: readonly Material[];
  current: number;
  onTurnTo(id: number): void;
}

/** The videos of a playlist, with the open one marked. */
function PlaylistPanel({ title, videos, current, onTurnTo }: PlaylistPanelProps) {
  const list = useRef<HTMLOListElement>(null);
  const watched = videos.filter(({ videoStatus }) => videoStatus === 'ended').length;
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-video="${current}"]`);
    // Only the list scrolls, not the dialog: otherwise a phone would scroll the video out of view.
    if (row && list.current) list.current.scrollTop = row.offsetTop - list.current.clientHeight / 3;
  }, [current]);
  return (
    <section className={classes.panel} aria-label={title}>
      <h3>{title}</h3>
      <p className={`${classes.quiet} numbers`}>
        {m.training_onboarding_progress({ watched, count: videos.length })}
      </p>
      <ol ref={list}>
        {videos.map((video) => (
          <li key={video.id} data-video={video.id}>
            <button
              type="button"
              aria-current={video.id === current || undefined}
              onClick={() => onTurnTo(video.id)}
            >
              <Thumbnail video={video} small />
              <span>
                <span className={classes.name}>{video.name}</span>
                <span className={classes.quiet}>
                  {[videoLength(video), progressText(video)].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
