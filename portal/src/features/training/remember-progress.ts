import type { QueryClient } from '@tanstack/react-query';
import type { Material } from '@lintel/contract/training';
import { materialsKey } from './api/get-materials.ts';

type Progress = Partial<
  Pick<Material, 'videoStatus' | 'currentVideoTime' | 'isNewVideo' | 'watchedPercent'>
>;

/**
 * Writes how far the user is with a video into the lists at hand. A video that was ended once stays
 * so.
 */
export function rememberProgress(
  client: QueryClient,
  userId: number,
  id: number,
  progress: Progress,
): void {
  const changed = (video: Material): Material => ({
    ...video,
    ...progress,
    ...(video.videoStatus === 'ended' && { videoStatus: 'ended' }),
    watchedPercent: Math.max(video.watchedPercent, progress.watchedPercent ?? 0),
  });
  client.setQueriesData<Material[]>({ queryKey: materialsKey(userId) }, (videos) =>
    videos?.map((video) => (video.id === id ? changed(video) : video)),
  );
}

/** The video with this id in the lists at hand. */
export function knownVideo(client: QueryClient, userId: number, id: number): Material | undefined {
  const lists = client.getQueriesData<Material[]>({ queryKey: materialsKey(userId) });
  return lists.flatMap(([, videos]) => videos ?? []).find((video) => video.id === id);
}
