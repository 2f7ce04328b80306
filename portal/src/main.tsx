import { createRoot } from 'react-dom/client';
import './global.css';
import { App } from './app.tsx';
import { showKeptToast } from './lib/toast.ts';
import { queryClient } from './lib/query-client.ts';
import { reactWith } from './lib/api/send.ts';
import { makeRouter } from './routes/router.tsx';
import { makeReactions } from './shell/reactions.ts';
import { pageControlOf, watchNavigation } from './shell/navigation.ts';

// For zod, which reads it when the first schema is loaded: compiling schemas needs `eval`, which the
// page's security policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css');

const router = makeRouter();
const page = pageControlOf(router);
const reactions = makeReactions(queryClient, page);
reactWith(reactions);
// Nothing that the first page waits for.
void import('./lib/focus-return.ts').then(({ returnFocusAfterDialogs }) =>
  returnFocusAfterDialogs(document),
);
void import('./shell/watch-session.ts').then(({ watchSession }) => watchSession(page, reactions));
watchNavigation(router);
showKeptToast();
await router.load();

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App router={router} />);
// For whoever comes back: nothing of it is needed now.
if (import.meta.env.PROD)
  void import('./shell/service-worker.ts').then(({ startWorker }) => startWorker(router));
