import { useEffect, useRef, lazy, Suspense, useReducer } from 'react';
import { useNotifications } from '@mantine/notifications';
import { CatchBoundary } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { dialogStore } from '../lib/dialog.ts';
import { splashStore } from '../lib/splash.ts';
import { loadToastIcon, useToasts } from '../lib/toast.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import splashClasses from './splash.module.css';

/** Covers the page while the account changes. */
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
/** A failed lazy import stays failed, so a retry creates a new one. */
const makeParts = () => [lazy(loadDialog), lazy(loadToasts), lazy(loadProof)] as const;

/**
 * Everything above the page: the splash, the open dialog, and toasts. Dialogs and toasts load when
 * first needed or when the user starts to type: they report a lost connection, and can't load after
 * it is lost. If they fail to load, the page and its input stay intact, and the next one retries.
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
      <CatchBoundary getResetKey={() => dialog ?? toasts} errorComponent={Empty} onCatch={renew}>
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

const Empty = () => null;

function loadInTime({ target }: FocusEvent): void {
  if (!(target instanceof Element && target.matches('input, textarea'))) return;
  document.removeEventListener('focusin', loadInTime);
  // A failed load is retried when needed.
  for (const load of [loadDialog, loadToasts, loadToastIcon]) load().catch(Empty);
}
