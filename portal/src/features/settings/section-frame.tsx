import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { ErrorState } from '../../ui/states.tsx';
import type { SettingsSection } from './settings-section.ts';
import classes from './settings.module.css';

/** One section under its title. When its code cannot be loaded, or fails, it alone says so. */
export function SectionFrame({ section: { id, title, purpose, load } }: { section: SettingsSection }) {
  const [Content, setContent] = useState(() => lazy(load));
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      <p className={classes.purpose}>{purpose}</p>
      <CatchBoundary
        getResetKey={() => Content}
        errorComponent={() => (
          <ErrorState text="This section could not be loaded." onRetry={() => setContent(() => lazy(load))} />
        )}
        onCatch={() => undefined}
      >
        <Suspense fallback={<Skeleton height={320} radius="lg" role="status" aria-label={`Loading ${title}…`} />}>
          <Content />
        </Suspense>
      </CatchBoundary>
    </section>
  );
}
