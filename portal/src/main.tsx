import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { showKeptToast } from './lib/toast.ts';
import { queryClient } from './lib/query-client.ts';
import { setReactions } from './lib/api/send.ts';
import { whenIdle } from './lib/when-idle.ts';
import { fetchScreen, makeRouter } from './routes/router.tsx';
import { makeReactions } from './shell/reactions.ts';
import { makePageControl, watchNavigation } from './shell/navigation.ts';

// Zod reads this when the first schema loads: compiling schemas needs `eval`, which the page's
// security policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css');

const router = makeRouter();
const page = makePageControl(router);
const reactions = makeReactions(queryClient, page);
setReactions(reactions);
watchNavigation(router);
showKeptToast();
fetchScreen(router);
await router.load();

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App router={router} />);

/** Parts that the first page doesn't wait for. */
async function addOn(): Promise<void> {
  const { returnFocusAfterDialogs, watchSession, startWorker } = await import('./shell/add-ons.ts');
  returnFocusAfterDialogs(document);
  watchSession(page, reactions);
  if (import.meta.env.PROD) await startWorker(router);
}
whenIdle(() => void addOn());
