import { createContext, lazy, Suspense, use, useReducer } from 'react';
import { Skeleton } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { ErrorState } from '../../ui/states.tsx';
import type { SettingsSection } from './settings-section.ts';
import classes from './settings.module.css';

/** Loads the section around anew: what could not be loaded stays that way otherwise. */
const Retry = createContext<() => void>(() => undefined);

const Failed = () => <ErrorState text="This section could not be loaded." onRetry={use(Retry)} />;

/** One section under its title. When its code cannot be loaded, or fails, it alone says so. */
export function SectionFrame({
  section: { id, title, purpose, load },
}: {
  section: SettingsSection;
}) {
  const [Content, retry] = useReducer(() => lazy(load), load, lazy);
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      <p className={classes.purpose}>{purpose}</p>
      <Retry value={retry}>
        <CatchBoundary
          getResetKey={() => Content}
          errorComponent={Failed}
          onCatch={() => undefined}
        >
          <Suspense
            fallback={
              <Skeleton height={320} radius="lg" role="status" aria-label={`Loading ${title}…`} />
            }
          >
            <Content />
          </Suspense>
        </CatchBoundary>
      </Retry>
    </section>
  );
}
