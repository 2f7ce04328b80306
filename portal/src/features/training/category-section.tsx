import { useRef, useState } from 'react';
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Material, WatchedCategory } from '@lintel/contract/training/library';
import { copyText } from '../../lib/clipboard.ts';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { IconLink } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { firstVideosQuery, fullCategoryQuery } from './requests.ts';
import { MoreButton, VideoCard } from './video-card.tsx';
import classes from './training.module.css';

interface Props {
  userId: number;
  category: WatchedCategory;
  onOpen(id: number): void;
}

/** A category of training videos: the first ones, with the rest on demand. */
export function CategorySection({ userId, category, onOpen }: Props) {
  const { name, description, categoryUrl, total, limit } = category;
  const first = useQuery(firstVideosQuery(userId, category));
  const rest = useRest(userId, category);
  const top = useRef<HTMLDivElement>(null);
  const hide = (): void => {
    rest.hide();
    top.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div ref={top} id={categoryUrl} className={classes.category}>
      <Card
        title={name}
        {...(description !== '' && { text: description })}
        action={<Tools category={category} />}
      >
        {first.isError ? (
          <ErrorState
            text={m.training_category_loadFailed()}
            onRetry={() => void first.refetch()}
          />
        ) : (
          <VideoGrid
            label={name}
            videos={rest.videos ?? first.data?.slice(0, limit)}
            expected={Math.min(total, limit)}
            onOpen={onOpen}
          />
        )}
        {total > limit && first.data !== undefined && (
          <MoreButton
            open={rest.videos !== undefined}
            hidden={total - limit}
            busy={rest.busy}
            failed={rest.failed}
            onToggle={rest.videos === undefined ? rest.show : hide}
          />
        )}
      </Card>
    </div>
  );
}

function Tools({ category: { name, categoryUrl, countNewVideos } }: { category: WatchedCategory }) {
  const link = `${window.location.origin}/training-and-faqs?category=${encodeURIComponent(categoryUrl)}`;
  return (
    <div className={classes.tools}>
      {countNewVideos > 0 && (
        <span className={classes.count}>
          {formatCount(countNewVideos, m.training_newVideo_one(), m.training_newVideo_many())}
        </span>
      )}
      <Tooltip label={m.common_copyLink()}>
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label={m.training_category_copyLink({ name })}
          onClick={() => void copyText(link)}
        >
          <IconLink size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** The rest of a category's videos, fetched on demand. */
function useRest(userId: number, category: WatchedCategory) {
  const [loadsRest, setLoadsRest] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    ...fullCategoryQuery(userId, category),
    enabled: loadsRest,
  });
  return {
    videos: loadsRest ? data : undefined,
    busy: loadsRest && isFetching && data === undefined,
    failed: loadsRest && isError,
    show: (): void => {
      if (isError) void refetch();
      setLoadsRest(true);
    },
    hide: (): void => setLoadsRest(false),
  };
}

interface VideoGridProps {
  label: string;
  /** Undefined while loading. */
  videos: readonly Material[] | undefined;
  /** The expected number of videos. */
  expected: number;
  onOpen(id: number): void;
}

/** A grid of videos; a single column on phones. */
function VideoGrid({ label, videos, expected, onOpen }: VideoGridProps) {
  if (videos === undefined) {
    return (
      <div className={classes.grid} role="status" aria-label={m.common_loading()}>
        {Array.from({ length: expected }, (_none, index) => (
          <Skeleton key={index} className={classes.waiting ?? ''} radius="md" />
        ))}
      </div>
    );
  }
  return (
    <ul className={classes.grid} aria-label={label}>
      {videos.map((video) => (
        <li key={video.id}>
          <VideoCard video={video} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}
