import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import * as m from '#messages';
import type { findCategoryByUrl, WatchedCategory } from '@lintel/contract/training/library';
import { call } from '../../lib/api/call.ts';
import { useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { IconHelp } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CategorySection } from './category-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { OnboardingBanner } from './onboarding-banner.tsx';
import { useQuestionDraft } from './question-draft.ts';
import { categoriesQuery, cacheFirstVideos, type Categories } from './requests.ts';
import { videoButtonId } from './video-card.tsx';
import classes from './training.module.css';

const findCategory = call<typeof findCategoryByUrl>({
  method: 'GET',
  path: '/materials/category-url',
});

/** The category in an address, even by an older name. Throws `ApiError` 404 for an unknown one. */
const categoryUrlQuery = (userId: number, categoryUrl: string) =>
  queryOptions({
    queryKey: ['training', userId, 'category-url', categoryUrl],
    queryFn: ({ signal }) => findCategory({ query: { userId, categoryUrl } }, { signal }),
    retry: false,
  });

const route = getRouteApi('/portal/training-and-faqs');

/** Scrolls the category in the address into view. Looks up unknown names. */
function useAskedCategory(userId: number, categories: readonly WatchedCategory[]): void {
  const { category } = route.useSearch();
  const asked = typeof category === 'string' ? category : '';
  const isKnown = categories.some(({ categoryUrl }) => categoryUrl === asked);
  const lookup = useQuery({
    ...categoryUrlQuery(userId, asked),
    enabled: asked !== '' && !isKnown,
  });
  const target = isKnown ? asked : lookup.data?.categoryUrl;
  useEffect(() => {
    if (target !== undefined) document.getElementById(target)?.scrollIntoView();
  }, [target]);
}

/**
 * The video in the address and a setter: an open video can be shared, reloaded, and closed with the
 * back button.
 */
function useOpenVideo() {
  const { video, category } = route.useSearch();
  const asked = Number(video);
  const id = Number.isInteger(asked) && asked > 0 ? asked : null;
  const navigate = route.useNavigate();
  const { history } = useRouter();
  /** The video that was opened here, so closing the player goes back. */
  const [from, setFrom] = useState<number | null>(null);
  useFocusBack(id, from);
  const kept = typeof category === 'string' ? { category } : {};
  const goTo = (search: { video?: number }, replace: boolean): void =>
    void navigate({
      search: { ...kept, ...search },
      replace,
      resetScroll: false,
    });
  return {
    id,
    open: (next: number): void => {
      setFrom(next);
      goTo({ video: next }, false);
    },
    /** Replaces the open video. */
    turnTo: (next: number): void => goTo({ video: next }, true),
    close: (): void => {
      if (from !== null) history.back();
      else goTo({}, true);
    },
  };
}

/**
 * After the player closes, focuses the button of the last video played, otherwise of the one
 * opened.
 */
function useFocusBack(id: number | null, from: number | null): void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const closed = id === null ? [last.current, from] : [];
    last.current = id;
    const buttons = closed.map((one) => document.getElementById(videoButtonId(one ?? 0)));
    buttons.find((button) => button !== null)?.focus();
  }, [id, from]);
}

const QuestionModal = lazy(() =>
  import('./question-modal.tsx').then((module) => ({ default: module.QuestionModal })),
);

/** Cached data shows at once: opening a video changes the address, not the page. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const query = categoriesQuery(session.user.id);
  if (client.getQueryData(query.queryKey) !== undefined) return;
  await client.prefetchQuery(query);
  const found = client.getQueryData(query.queryKey);
  if (found !== undefined) cacheFirstVideos(client, session.user.id, found);
};

/** Training videos, common questions with their answers, and a question form. */
export function TrainingPage() {
  const { user } = useSession();
  const { data, isError, refetch } = useQuery(categoriesQuery(user.id));
  const [isAsking, setIsAsking] = useState(false);
  const [draft, setDraft] = useQuestionDraft();
  const openQuestion = (subject?: string): void => {
    if (subject !== undefined) setDraft({ ...draft, subject });
    setIsAsking(true);
  };
  const action = (
    <Button
      variant="default"
      leftSection={<IconHelp size={18} aria-hidden />}
      onClick={() => openQuestion()}
    >
      {m.training_ask_title()}
    </Button>
  );
  return (
    <>
      <PageHeader title={m.screens_training()} purpose={m.training_purpose()} action={action} />
      {data !== undefined && (
        <TrainingContent userId={user.id} categories={data} onAskQuestion={openQuestion} />
      )}
      {data === undefined && !isError && (
        <Skeleton height={260} radius="lg" aria-label={m.common_loading()} />
      )}
      {data === undefined && isError && (
        <Card>
          <ErrorState text={m.training_loadFailed()} onRetry={() => void refetch()} />
        </Card>
      )}
      {isAsking && (
        <Suspense>
          <QuestionModal draft={draft} onDraft={setDraft} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

const PlayerModal = lazy(() =>
  import('./player/player-modal.tsx').then((module) => ({ default: module.PlayerModal })),
);

interface Props {
  userId: number;
  categories: Categories;
  onAskQuestion(subject?: string): void;
}

/** Categories with content. */
const filled = <Category extends { total: number }>(categories: readonly Category[]): Category[] =>
  categories.filter(({ total }) => total > 0);

/**
 * The onboarding, training categories, and questions, and the player for the video in the address.
 */
function TrainingContent({ userId, categories, onAskQuestion }: Props) {
  const opened = useOpenVideo();
  const onboarding = filled(categories.onboarding_training);
  const training = filled(categories.training);
  const faqs = filled(categories.faqs);
  useAskedCategory(userId, [...onboarding, ...training, ...faqs]);
  return (
    <div className={classes.page}>
      {onboarding.length > 0 && (
        <OnboardingBanner userId={userId} categories={onboarding} onOpen={opened.open} />
      )}
      {training.map((category) => (
        <CategorySection
          key={category.id}
          userId={userId}
          category={category}
          onOpen={opened.open}
        />
      ))}
      {faqs.length > 0 && (
        <FaqSection userId={userId} categories={faqs} onAskQuestion={onAskQuestion} />
      )}
      {onboarding.length + training.length + faqs.length === 0 && (
        <Card>
          <EmptyState
            title={m.training_empty()}
            text={m.training_emptyText()}
            action={
              <PlainButton onClick={() => onAskQuestion()}>{m.training_ask_title()}</PlainButton>
            }
          />
        </Card>
      )}
      {opened.id !== null && (
        <Suspense>
          <PlayerModal
            id={opened.id}
            categories={categories}
            onTurnTo={opened.turnTo}
            onClose={opened.close}
          />
        </Suspense>
      )}
    </div>
  );
}
