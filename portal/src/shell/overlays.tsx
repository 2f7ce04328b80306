import { useEffect, useRef, lazy, Suspense, useReducer } from 'react';
import { useNotifications } from '@mantine/notifications';
import { CatchBoundary } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { dialogStore } from '../lib/dialog.ts';
import { splashStore } from '../lib/splash.ts';
import { loadToastIcon, useToasts } from '../lib/toast.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import splashClasses from './splash.module.css';

/** Covers the whole page while the account changes under it. */
function Splash({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      className={splashClasses.splash}
      role="status"
      tabIndex={-1}
      data-testid="splash"
    >
      <BrandMark size={48} />
      <p>{text}</p>
      <span className={splashClasses.bar} aria-hidden />
    </div>
  );
}

const loadDialog = () =>
  import('./add-ons.ts').then((module) => ({ default: module.ConfirmDialog }));
const loadProof = () =>
  import('../features/identity/proof-dialog.tsx').then((module) => ({
    default: module.ProofDialog,
  }));
const loadToasts = () => import('./add-ons.ts').then((module) => ({ default: module.Toasts }));
/** A part that could not be loaded stays that way: another try takes a new one. */
const makeParts = () => [lazy(loadDialog), lazy(loadToasts), lazy(loadProof)] as const;

/**
 * What lies over every page: the splash, the open dialog, the toasts. The latter two are loaded
 * when first needed, or when somebody begins to enter something: they tell of a lost connection,
 * and cannot be loaded once it is lost. Without them the page below stays with all that was
 * entered, and the next one tries again.
 */
export function Overlays() {
  const splash = useSelector(splashStore);
  const dialog = useSelector(dialogStore);
  const hasToasts = useToasts();
  const toasts = useNotifications();
  const [[ConfirmDialog, Toasts, ProofDialog], renew] = useReducer(makeParts, null, makeParts);
  useEffect(() => document.addEventListener('focusin', loadInTime), []);
  return (
    <>
      {splash !== null && <Splash text={splash} />}
      <CatchBoundary getResetKey={() => dialog ?? toasts} errorComponent={Nothing} onCatch={renew}>
        <Suspense>
          {dialog?.proof && <ProofDialog onDone={dialog.settle} />}
          {dialog !== null && !dialog.proof && (
            <ConfirmDialog
              {...dialog}
              onConfirm={() => dialog.settle(true)}
              onCancel={() => dialog.settle(false)}
            />
          )}
        </Suspense>
        <Suspense>{hasToasts && <Toasts />}</Suspense>
      </CatchBoundary>
    </>
  );
}

const Nothing = () => null;

function loadInTime({ target }: FocusEvent): void {
  if (!(target instanceof Element && target.matches('input, textarea'))) return;
  document.removeEventListener('focusin', loadInTime);
  // What fails here is loaded again when it is needed.
  for (const load of [loadDialog, loadToasts, loadToastIcon]) load().catch(Nothing);
}
