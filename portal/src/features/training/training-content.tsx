import { lazy, Suspense } from 'react';
import { Card } from '../../ui/card.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Categories } from './api/get-categories.ts';
import { CategorySection } from './category-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { OnboardingBanner } from './onboarding-banner.tsx';
import { useAskedCategory } from './use-asked-category.ts';
import { useOpenVideo } from './use-open-video.ts';
import classes from './training.module.css';

const PlayerModal = lazy(() =>
  import('./player/player-modal.tsx').then((module) => ({ default: module.PlayerModal })),
);

interface Props {
  userId: number;
  categories: Categories;
  onAsk(subject?: string): void;
}

/** Those that have something in them. */
const filled = <Category extends { total: number }>(categories: readonly Category[]): Category[] =>
  categories.filter(({ total }) => total > 0);

/**
 * The onboarding, the categories of training and the questions; over them the video that the
 * address names.
 */
export function TrainingContent({ userId, categories, onAsk }: Props) {
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
      {faqs.length > 0 && <FaqSection userId={userId} categories={faqs} onAsk={onAsk} />}
      {onboarding.length + training.length + faqs.length === 0 && (
        <Card>
          <EmptyState
            title="No training yet"
            text="Videos and answers appear here. Until then, ask us anything."
            action={<PlainButton onClick={() => onAsk()}>Ask a Question</PlainButton>}
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
