import { lazy, Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import * as m from '#messages';
import type { readSession } from '@lintel/contract/identity/sessions';
import './global.css';
import { SignIn } from './features/identity/sign-in.tsx';
import { ApiError } from './lib/api/api-error.ts';
import { call } from './lib/api/call.ts';
import { setReactions } from './lib/api/send.ts';
import { brand } from './lib/brand.ts';
import { safeReturn } from './lib/safe-return.ts';
import { dropHint, mayBeSignedIn, setHint } from './lib/session-hint.ts';
import { whenIdle } from './lib/when-idle.ts';
import { keepToastForNextPage, showToast, useToasts } from './lib/toast.ts';
import { onSessionEnd } from './shell/watch-session.ts';
import { VisitorPage } from './shell/visitor-page.tsx';
import { themeFor, variablesFor } from './theme.ts';
import linkClasses from './ui/link.module.css';

/*
 * The sign-in page as a document of its own (ADR 0031): the portal's components without its router
 * and query cache, run by Preact.
 */

// For zod, as in `main.tsx`.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const search = new URLSearchParams(window.location.search);
const theme = themeFor(brand);
const variables = variablesFor(brand);
const read = call<typeof readSession>({ method: 'GET', path: '/user' }, { handles: [401] });

/** Opens the portal, which is another document. The button shows progress until it has loaded. */
async function enter(): Promise<never> {
  window.location.replace(safeReturn(search.get('returnTo')) ?? '/');
  return new Promise(() => undefined);
}

async function enterAfterSignIn(): Promise<void> {
  setHint();
  keepToastForNextPage(m.identity_signIn_success());
  await enter();
}

/** Skips the page for signed-in users. Without the hint, it sends no request. */
async function isSignedIn(): Promise<boolean> {
  if (!mayBeSignedIn()) return false;
  try {
    await read();
    return true;
  } catch (error) {
    // Other failures don't show whether the session is over.
    if (error instanceof ApiError && error.status === 401) dropHint();
    return false;
  }
}

const Link = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} className={linkClasses.quiet}>
    {children}
  </a>
);

const Toasts = lazy(() => import('./ui/toasts.tsx').then((part) => ({ default: part.Toasts })));

/** The dialogs and toasts over the page; their code loads with the first one. */
function Overlays() {
  const hasToasts = useToasts();
  return <Suspense fallback={null}>{hasToasts && <Toasts />}</Suspense>;
}

/** Prefetches the portal's first files while idle. */
function prefetchPortal(): void {
  const files: string[] = JSON.parse(document.getElementById('ahead')?.textContent ?? '[]');
  for (const href of files) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'prefetch', href });
    document.head.append(link);
  }
}

async function open(root: HTMLElement): Promise<void> {
  document.title = `${m.screens_signIn()} · ${brand.name}`;
  setReactions({
    signedOut: () => undefined,
    stepUp: () => Promise.resolve(false),
    denied: () => showToast(m.shell_accessDenied_title(), 'danger', false, 'denied'),
    failed: () => showToast(m.common_error_title(), 'danger', false, 'server-failed'),
  });
  onSessionEnd(dropHint);
  if (await isSignedIn()) await enter();
  root.replaceChildren();
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <VisitorPage>
        <SignIn email={search.get('email') ?? ''} Link={Link} onSignedIn={enterAfterSignIn} />
      </VisitorPage>
      <Overlays />
    </MantineProvider>,
  );
  whenIdle(prefetchPortal);
}

const root = document.getElementById('root');
if (root !== null) void open(root);
