import { createContext, lazy, Suspense, use, useEffect, useReducer, type ReactNode } from 'react';
import { CatchBoundary } from '@tanstack/react-router';
import { dialogStore } from '../lib/dialog.ts';
import { splashStore } from '../lib/splash.ts';
import { useStore } from '../lib/store.ts';
import { toastStore } from '../lib/toast.ts';
import { Splash } from '../ui/splash.tsx';

const loadDialog = () => import('../ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog }));
const loadToasts = () => import('../ui/toasts.tsx').then((module) => ({ default: module.Toasts }));
const fields = 'input, textarea, select, [contenteditable]';

/**
 * What lies over every page: the splash, the open dialog, the toasts. The latter two are loaded when first needed, or when
 * somebody begins to enter something: they tell of a lost connection, and cannot be loaded once it is lost.
 */
export function Overlays() {
  const splash = useStore(splashStore);
  const dialog = useStore(dialogStore);
  const toasts = useStore(toastStore);
  useLoadedInTime();
  const [[ConfirmDialog, Toasts], again] = useReducer(parts, null, parts);
  return (
    <Again value={again}>
      {splash !== null && <Splash text={splash} />}
      <Guarded part={ConfirmDialog}>
        {dialog !== null && (
          <ConfirmDialog {...dialog} onConfirm={() => dialog.settle(true)} onCancel={() => dialog.settle(false)} />
        )}
      </Guarded>
      <Guarded part={Toasts}>{toasts.length > 0 && <Toasts />}</Guarded>
    </Again>
  );
}

/** A part that could not be loaded stays that way: another try takes a new one. */
const parts = () => [lazy(loadDialog), lazy(loadToasts)] as const;

function useLoadedInTime(): void {
  useEffect(() => {
    const load = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !target.matches(fields)) return;
      document.removeEventListener('focusin', load);
      // What fails here is asked for again when it is needed.
      for (const part of [loadDialog, loadToasts]) part().catch(() => undefined);
    };
    document.addEventListener('focusin', load);
    return () => document.removeEventListener('focusin', load);
  }, []);
}

/** Takes new parts. */
const Again = createContext<() => void>(() => undefined);

/** Without its code it shows nothing, and the page below stays with all that was entered; it comes back with the connection. */
const Guarded = ({ part, children }: { part: object; children: ReactNode }) => (
  <CatchBoundary getResetKey={() => part} errorComponent={Later} onCatch={() => undefined}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
);

function Later() {
  const again = use(Again);
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);
  return null;
}
