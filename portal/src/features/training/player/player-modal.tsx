import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSession } from '../../../lib/session.ts';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import type { Categories } from '../api/get-categories.ts';
import { PlaylistPlayer } from './playlist-player.tsx';
import { useOpenPlaylist } from './use-open-playlist.ts';
import classes from './player.module.css';

interface Props {
  id: number;
  categories: Categories;
  /** Another video takes the place of this one. */
  onTurnTo(id: number): void;
  onClose(): void;
}

/** Plays a video, and after it the others of its playlist that the user has not finished. */
export function PlayerModal({ id, categories, onTurnTo, onClose }: Props) {
  const { user } = useSession();
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const { playlist, failed, retry } = useOpenPlaylist(user.id, id, categories);
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title={playlist?.video.name ?? 'Video'}
      size={1120}
      fullScreen={narrow}
    >
      {failed && <ErrorState text="This video could not be loaded." onRetry={retry} />}
      {!failed && playlist === undefined && (
        <Skeleton className={classes.screen ?? ''} radius="md" aria-label="Loading…" />
      )}
      {!failed && playlist === null && (
        <EmptyState
          title="Video not found"
          text="This video is not part of the training any more."
          action={<PlainButton onClick={onClose}>See all videos</PlainButton>}
        />
      )}
      {playlist && <PlaylistPlayer {...playlist} onTurnTo={onTurnTo} />}
    </Modal>
  );
}
