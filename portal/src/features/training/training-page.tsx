import { lazy, Suspense, useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { IconHelp } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { categoriesQuery } from './api/get-categories.ts';
import { emptyDraft } from './question-draft.ts';
import { TrainingContent } from './training-content.tsx';

const QuestionModal = lazy(() =>
  import('./question-modal.tsx').then((module) => ({ default: module.QuestionModal })),
);

/** What is there already is shown at once: opening a video changes the address, not the page. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const query = categoriesQuery(session.user.id);
  if (client.getQueryData(query.queryKey) === undefined) await client.prefetchQuery(query);
};

/** Training videos, common questions with their answers, and a way to ask. */
export function TrainingPage() {
  const { user } = useSession();
  const { data, isError, refetch } = useQuery(categoriesQuery(user.id));
  const [asking, setAsking] = useState(false);
  const [draft, setDraft] = useState(emptyDraft);
  const ask = (subject?: string): void => {
    if (subject !== undefined) setDraft({ ...draft, subject });
    setAsking(true);
  };
  const action = (
    <Button
      variant="default"
      leftSection={<IconHelp size={18} aria-hidden />}
      onClick={() => ask()}
    >
      Ask a Question
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Training and FAQs"
        purpose="Short videos and answers to common questions."
        action={action}
      />
      {data !== undefined && <TrainingContent userId={user.id} categories={data} onAsk={ask} />}
      {data === undefined && !isError && (
        <Skeleton height={260} radius="lg" aria-label="Loading…" />
      )}
      {data === undefined && isError && (
        <Card>
          <ErrorState text="The training could not be loaded." onRetry={() => void refetch()} />
        </Card>
      )}
      {asking && (
        <Suspense>
          <QuestionModal draft={draft} onDraft={setDraft} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
