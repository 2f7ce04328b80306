import { lazy, Suspense } from 'react';
import { useRouter, useRouterState, Outlet } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '@lintel/contract/identity';
import { isOnboarding, useSession } from '../lib/session.ts';
import { Preloader } from '../ui/preloader.tsx';
import { logOut, type AccountTools } from './account-actions.ts';
import { menuFor } from './menu.ts';
import { goer } from './navigation.ts';
import { SidebarPane } from './sidebar-pane.tsx';
import { useCloseByEscape, useSidebar } from './sidebar-state.ts';
import { TopBar } from './top-bar.tsx';
import classes from './portal-frame.module.css';

const SwitchedBanner = lazy(() =>
  import('./switched-banner.tsx').then((module) => ({ default: module.SwitchedBanner })),
);
const Onboarding = lazy(() =>
  import('../features/contractors/onboarding/onboarding.tsx').then((module) => ({
    default: module.Onboarding,
  })),
);

/** What a signed-in user sees around each page. */
export function PortalFrame() {
  const session = useSession();
  const router = useRouter();
  const client = useQueryClient();
  const sidebar = useSidebar();
  const loading = useRouterState({ select: (state) => state.status === 'pending' });
  const onboarding = isOnboarding(session);
  const tools: AccountTools = { client, go: goer(router) };
  useCloseByEscape(sidebar);
  return (
    <div
      className={classes.frame}
      data-menu={
        onboarding ? 'none' : sidebar.viewport !== 'wide' || !sidebar.expanded ? 'rail' : 'full'
      }
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {!onboarding && <SidebarPane entries={menuFor(session)} sidebar={sidebar} />}
      <div className={classes.column} inert={sidebar.covers}>
        <TopBar session={session} sidebar={onboarding ? null : sidebar} tools={tools} />
        {session.switched && (
          <Suspense>
            <SwitchedBanner session={session} tools={tools} />
          </Suspense>
        )}
        <main id="content" className={classes.main} tabIndex={-1} aria-busy={loading}>
          <div className={classes.page}>
            <Content session={session} tools={tools} />
          </div>
          {loading && <Preloader />}
        </main>
      </div>
    </div>
  );
}

/** The page; for a contractor user who has something to accept or answer first, that. */
function Content({ session, tools }: { session: Session; tools: AccountTools }) {
  if (!isOnboarding(session)) return <Outlet />;
  return (
    <Suspense fallback={<Preloader />}>
      <Onboarding session={session} onLogOut={() => void logOut(tools)} />
    </Suspense>
  );
}
