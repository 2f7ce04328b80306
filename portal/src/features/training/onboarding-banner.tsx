import { useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import * as m from '#messages';
import type { Material, WatchedCategory } from '@lintel/contract/training/library';
import { brand } from '../../lib/brand.ts';
import { IconPlayerPlayFilled } from '../../ui/icons.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { fullCategoryQuery } from './requests.ts';
import { MoreButton, VideoCard } from './video-card.tsx';
import { onboardingTitle } from './playlists.ts';
import classes from './onboarding-banner.module.css';

interface Props {
  userId: number;
  categories: readonly WatchedCategory[];
  onOpen(id: number): void;
}

/** The onboarding: progress, the next video, and all steps. */
export function OnboardingBanner({ userId, categories, onOpen }: Props) {
  const lists = useQueries({
    queries: categories.map((category) => fullCategoryQuery(userId, category)),
  });
  if (lists.some(({ isError }) => isError)) {
    const retry = (): void => lists.forEach((list) => list.isError && void list.refetch());
    return (
      <Card>
        <ErrorState text={m.training_onboarding_loadFailed()} onRetry={retry} />
      </Card>
    );
  }
  if (lists.some(({ data }) => data === undefined))
    return <Skeleton height={260} radius="lg" aria-label={m.common_loading()} />;
  const groups = categories.map((category, at) => ({ category, videos: lists[at]?.data ?? [] }));
  return <Banner groups={groups} onOpen={onOpen} />;
}

/** The number of steps shown at first. */
const shownSteps = 6;

interface Group {
  category: WatchedCategory;
  videos: readonly Material[];
}

function Banner({ groups, onOpen }: Pick<Props, 'onOpen'> & { groups: readonly Group[] }) {
  const videos = groups.flatMap((group) => group.videos);
  const watched = videos.filter(({ videoStatus }) => videoStatus === 'ended').length;
  const finished = watched === videos.length;
  const next = videos.find(({ videoStatus }) => videoStatus !== 'ended') ?? videos[0];
  const [only] = groups.length === 1 ? groups : [];
  const title = onboardingTitle(groups.map(({ category }) => category));
  const text = only?.category.description || m.training_onboarding_text({ brand: brand.name });
  const started = videos.some(({ videoStatus }) => videoStatus !== null);
  return (
    <section className={classes.banner} aria-labelledby="onboarding">
      <div className={classes.words}>
        <h2 id="onboarding">{title}</h2>
        <p>{text}</p>
        <div className={classes.progress}>
          <span className={classes.bar} aria-hidden>
            <span style={{ width: `${(watched / Math.max(1, videos.length)) * 100}%` }} />
          </span>
          <span className="numbers">
            {m.training_onboarding_progress({ watched, count: videos.length })}
          </span>
        </div>
        {next !== undefined && (
          <Button
            variant={finished ? 'default' : 'filled'}
            leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}
            onClick={() => onOpen(next.id)}
          >
            {actionText(finished, started)}
          </Button>
        )}
      </div>
      <div className={classes.side}>
        {only ? (
          <Steps label={title} videos={videos} onOpen={onOpen} />
        ) : (
          groups.map((group) => <Part key={group.category.id} group={group} onOpen={onOpen} />)
        )}
      </div>
    </section>
  );
}

/** One of several categories: its name, description, and steps. */
const Part = ({
  group: { category, videos },
  onOpen,
}: Pick<Props, 'onOpen'> & { group: Group }) => (
  <section className={classes.part} aria-labelledby={`onboarding-${category.id}`}>
    <h3 id={`onboarding-${category.id}`}>{category.name}</h3>
    {category.description && <p>{category.description}</p>}
    <Steps label={category.name} videos={videos} onOpen={onOpen} />
  </section>
);

function Steps({
  label,
  videos,
  onOpen,
}: {
  label: string;
  videos: readonly Material[];
  onOpen: Props['onOpen'];
}) {
  const [wide, setWide] = useState(false);
  const shown = wide ? videos : videos.slice(0, shownSteps);
  return (
    <>
      <ol className={classes.steps} aria-label={label}>
        {shown.map((video) => (
          <li key={video.id}>
            <VideoCard video={video} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {videos.length > shownSteps && (
        <MoreButton
          open={wide}
          hidden={videos.length - shownSteps}
          onToggle={() => setWide(!wide)}
        />
      )}
    </>
  );
}

function actionText(finished: boolean, started: boolean): string {
  if (finished) return m.training_onboarding_again();
  return started ? m.common_continue() : m.training_onboarding_start();
}
