import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { applicationSteps } from '@lintel/contract/applications/fields';
import { problemsOf } from '@lintel/contract/applications/rules';
import type { PageKey } from './storage.ts';
import { keepTyped, typedBefore } from './typed.ts';
import type { UsedApplication } from './use-application.ts';

export const lastStep = applicationSteps.length - 1;

/** The step in a browser history entry; null when the entry isn't the form's. */
const stepIn = (state: unknown): number | null =>
  state !== null &&
  typeof state === 'object' &&
  'formStep' in state &&
  typeof state.formStep === 'number'
    ? state.formStep
    : null;

/** The first step without a saved answer. */
function reachOf({ application }: UsedApplication): number {
  if (application === null) return 0;
  const { draft } = application;
  const lacking = applicationSteps.findIndex(
    ({ fields }) => Object.keys(problemsOf(fields, draft)).length > 0,
  );
  return lacking < 0 ? lastStep : lacking;
}

/**
 * The current step, and how often the person moved. Each step has an entry in the browser's
 * history, so the back button goes back one step; a reload or another visit restores it.
 */
export function useSteps(page: PageKey, used: UsedApplication) {
  const [{ step, moves }, setShown] = useState({ step: 0, moves: 0 });
  const reach = useRef(0);
  const began = useRef(false);
  const { ready, values } = used;
  // Before painting, so that people who return to a later step don't see the first one.
  useLayoutEffect(() => {
    reach.current = reachOf(used);
  });
  useLayoutEffect(() => {
    if (!ready || began.current) return;
    began.current = true;
    const here = stepIn(history.state);
    const first = Math.min(here ?? (typedBefore(page).step || reach.current), reach.current);
    if (here === null) {
      history.replaceState({ formStep: 0 }, '');
      for (let one = 1; one <= first; one += 1) history.pushState({ formStep: one }, '');
    } else history.replaceState({ formStep: first }, '');
    setShown({ step: first, moves: 0 });
  }, [ready, page]);
  const show = useCallback(
    (to: number): void => setShown((now) => ({ step: to, moves: now.moves + 1 })),
    [],
  );
  useEffect(() => {
    const move = ({ state }: PopStateEvent): void => {
      const to = stepIn(state);
      if (to !== null) show(Math.min(to, reach.current));
    };
    window.addEventListener('popstate', move);
    return () => window.removeEventListener('popstate', move);
  }, [show]);
  useEffect(() => {
    if (ready) keepTyped(page, { values, step });
  }, [ready, page, values, step]);

  const goTo = (to: number): void => {
    if (to > step) {
      history.pushState({ formStep: to }, '');
      show(to);
    } else if (stepIn(history.state) === step) history.go(to - step);
    else {
      // A link within the page has added its own history entry.
      history.replaceState({ formStep: to }, '');
      show(to);
    }
  };
  return { step, moves, goTo };
}
