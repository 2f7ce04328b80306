import { lazy, Suspense } from 'react';
import { dialogStore } from '../lib/dialog.ts';
import { splashStore } from '../lib/splash.ts';
import { useStore } from '../lib/store.ts';
import { toastStore } from '../lib/toast.ts';
import { Splash } from '../ui/splash.tsx';

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })));
const Toasts = lazy(() => import('../ui/toasts.tsx').then((module) => ({ default: module.Toasts })));

/** What lies over every page: the splash, the open dialog, the toasts. The latter two are loaded when first needed. */
export function Overlays() {
  const splash = useStore(splashStore);
  const dialog = useStore(dialogStore);
  const toasts = useStore(toastStore);
  return (
    <>
      {splash !== null && <Splash text={splash} />}
      <Suspense>
        {dialog !== null && (
          <ConfirmDialog {...dialog} onConfirm={() => dialog.settle(true)} onCancel={() => dialog.settle(false)} />
        )}
      </Suspense>
      <Suspense>{toasts.length > 0 && <Toasts />}</Suspense>
    </>
  );
}
