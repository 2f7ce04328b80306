/** Parts of the frame that the first screen doesn't wait for, bundled into one file. */
export { returnFocusAfterDialogs } from '../lib/focus-return.ts';
export { ConfirmDialog } from '../ui/confirm-dialog.tsx';
export { Toasts } from '../ui/toasts.tsx';
export { BottomBar } from './bottom-bar.tsx';
export { startWorker } from './service-worker.ts';
export { AccountPanel, HelpPanel, ThemePanel } from './top-bar-panels.tsx';
export { UpdateNotice } from './update-notice.tsx';
export { watchSession } from './watch-session.ts';
