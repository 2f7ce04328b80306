import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Material } from '@lintel/contract/training';
import type { Categories } from '../api/get-categories.ts';
import { wholeCategoryQuery } from '../api/get-materials.ts';
import { playlistsOf, type Playlist } from '../playlists.ts';
import { knownVideo } from '../remember-progress.ts';

export interface OpenPlaylist {
  title: string;
  videos: readonly Material[];
  video: Material;
}

interface Found {
  /** Undefined while it is looked for; null when there is no such video any more. */
  playlist: OpenPlaylist | null | undefined;
  failed: boolean;
  retry(): void;
}

/**
 * The playlist of a video. When nobody knows yet where it belongs, as after a reload, all of them
 * are looked through.
 */
export function useOpenPlaylist(userId: number, id: number, categories: Categories): Found {
  const home = knownVideo(useQueryClient(), userId, id)?.categoryId;
  const all = playlistsOf(categories);
  const near = all.filter((playlist) =>
    playlist.categories.some((category) => category.id === home),
  );
  const candidates = near.length > 0 ? near : all;
  const queried = candidates.flatMap((playlist) => playlist.categories);
  const lists = useQueries({
    queries: queried.map((category) => wholeCategoryQuery(userId, category)),
  });
  const videosOf = (playlist: Playlist): Material[] =>
    playlist.categories.flatMap((category) => lists[queried.indexOf(category)]?.data ?? []);
  const [found] = candidates.flatMap((playlist): OpenPlaylist[] => {
    const videos = videosOf(playlist);
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
