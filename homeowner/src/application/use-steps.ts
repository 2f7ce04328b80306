import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { applicationSteps } from '@lintel/contract/applications/fields';
import { findProblems } from '@lintel/contract/applications/rules';
import type { PageKey } from './storage.ts';
import { storeTyped, loadTyped } from './typed-input.ts';
import type { ApplicationControls } from './use-application.ts';

/** The step in a browser history entry; null when the entry isn't the form's. */
const stepIn = (state: unknown): number | null =>
  state !== null &&
  typeof state === 'object' &&
  'formStep' in state &&
  typeof state.formStep === 'number'
    ? state.formStep
    : null;

/** The first step without a saved answer. */
function furthestStep({ application }: ApplicationControls, lastStep: number): number {
  if (application === null) return 0;
  const { draft } = application;
  const firstIncomplete = applicationSteps.findIndex(
    ({ fields }) => Object.keys(findProblems(fields, draft)).length > 0,
  );
  return firstIncomplete < 0 ? lastStep : firstIncomplete;
}

/**
 * The current step, and how often the person moved. Each step has an entry in the browser's
 * history, so the back button goes back one step; a reload or another visit restores it. The last
 * step comes after the form's own when lenders need details.
 */
export function useSteps(page: PageKey, used: ApplicationControls, lastStep: number) {
  const [{ step, moves }, setShown] = useState({ step: 0, moves: 0 });
  const furthest = useRef(0);
  const hasStarted = useRef(false);
  const { ready, values } = used;
  // Before painting, so that people who return to a later step don't see the first one.
  useLayoutEffect(() => {
    furthest.current = furthestStep(used, lastStep);
  });
  useLayoutEffect(() => {
    if (!ready || hasStarted.current) return;
    hasStarted.current = true;
    const storedStep = stepIn(history.state);
    const first = Math.min(
      storedStep ?? (loadTyped(page).step || furthest.current),
      furthest.current,
    );
    if (storedStep === null) {
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
      if (to !== null) show(Math.min(to, furthest.current));
    };
    window.addEventListener('popstate', move);
    return () => window.removeEventListener('popstate', move);
  }, [show]);
  useEffect(() => {
    if (ready) storeTyped(page, { values, step });
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
