import { useEffect, useRef, lazy, Suspense } from 'react';
import { useRouter, useRouterState, Outlet } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import * as m from '#messages';
import type { Session } from '@lintel/contract/identity/sessions';
import { brand } from '../lib/brand.ts';
import { isOnboarding, useSession } from '../lib/session.ts';
import { updateStore } from '../lib/worker.ts';
import { IconX } from '../ui/icons.ts';
import { logOut, type AccountTools } from './account-actions.ts';
import { type MenuEntry, menuFor } from './menu.ts';
import { makeNavigate } from './navigation.ts';
import { type SidebarState, useCloseByEscape, useSidebar } from './sidebar-state.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import classes from './portal-frame.module.css';
import preloaderClasses from './preloader.module.css';

/** Covers the page while its data loads. */
function Preloader({ label = m.common_loading() }: { label?: string }) {
  return (
    <div className={preloaderClasses.veil} role="status" data-testid="preloader">
      <span className={preloaderClasses.wheel} aria-hidden />
      <span className={preloaderClasses.label}>{label}</span>
    </div>
  );
}

/** Places the sidebar next to the page, or over it in a narrow window. */
function SidebarPane({
  entries,
  sidebar,
}: {
  entries: readonly MenuEntry[];
  sidebar: SidebarState;
}) {
  const { viewport, expanded, covers, opener, close } = sidebar;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!covers) return undefined;
    pane.current?.querySelector<HTMLElement>('nav a')?.focus();
    return () => document.getElementById(opener)?.focus();
  }, [covers, opener]);
  if (viewport === 'phone' && !covers) return null;
  return (
    <>
      {covers && (
        <div
          className={classes.backdrop}
          onClick={close}
          aria-hidden
          data-testid="sidebar-backdrop"
        />
      )}
      <aside
        ref={pane}
        id="sidebar"
        className={classes.sidebar}
        data-expanded={expanded || undefined}
        data-covers={covers || undefined}
        data-testid="sidebar"
        aria-label={m.shell_sidebar()}
      >
        <Sidebar entries={entries} expanded={expanded} onPick={close} />
        {covers && viewport === 'phone' && (
          <button
            type="button"
            className={classes.close}
            onClick={close}
            aria-label={m.shell_menu_close()}
          >
            <IconX size={20} aria-hidden />
          </button>
        )}
      </aside>
    </>
  );
}

const SwitchedBanner = lazy(() =>
  import('./switched-banner.tsx').then((module) => ({ default: module.SwitchedBanner })),
);
const ClosedBanner = lazy(() =>
  import('./closed-banner.tsx').then((module) => ({ default: module.ClosedBanner })),
);
const RehearsalBanner = lazy(() =>
  import('./rehearsal-banner.tsx').then((module) => ({ default: module.RehearsalBanner })),
);
const FactorNotice = lazy(() =>
  import('./factor-notice.tsx').then((module) => ({ default: module.FactorNotice })),
);
const UpdateNotice = lazy(() =>
  import('./add-ons.ts').then((module) => ({ default: module.UpdateNotice })),
);
const BottomBar = lazy(() =>
  import('./add-ons.ts').then((module) => ({ default: module.BottomBar })),
);
const Onboarding = lazy(() =>
  import('../features/contractors/onboarding/onboarding.tsx').then((module) => ({
    default: module.Onboarding,
  })),
);

/** The frame around each page for signed-in users. */
export function PortalFrame() {
  const session = useSession();
  const router = useRouter();
  const client = useQueryClient();
  const sidebar = useSidebar();
  const loading = useRouterState({ select: (state) => state.status === 'pending' });
  const onboarding = isOnboarding(session);
  const tools: AccountTools = { client, go: makeNavigate(router) };
  const update = useSelector(updateStore);
  const hasBar = !onboarding && session.user.isContractorUser && sidebar.viewport === 'phone';
  useCloseByEscape(sidebar);
  return (
    <div
      className={classes.frame}
      data-bottom-bar={hasBar || undefined}
      data-menu={
        onboarding ? 'none' : sidebar.viewport !== 'wide' || !sidebar.expanded ? 'rail' : 'full'
      }
    >
      <a className="skip-link" href="#content">
        {m.shell_skipToContent()}
      </a>
      {!onboarding && <SidebarPane entries={menuFor(session)} sidebar={sidebar} />}
      <div className={classes.column} inert={sidebar.covers}>
        <TopBar session={session} sidebar={onboarding ? null : sidebar} tools={tools} />
        {!brand.isOpen && (
          <Suspense>
            <ClosedBanner />
          </Suspense>
        )}
        {brand.isRehearsal && (
          <Suspense>
            <RehearsalBanner />
          </Suspense>
        )}
        {update && (
          <Suspense>
            <UpdateNotice onReload={update} />
          </Suspense>
        )}
        {session.switched && (
          <Suspense>
            <SwitchedBanner session={session} tools={tools} />
          </Suspense>
        )}
        {session.factorNeededFrom !== null && !onboarding && (
          <Suspense>
            <FactorNotice from={session.factorNeededFrom} />
          </Suspense>
        )}
        <main id="content" className={classes.main} tabIndex={-1} aria-busy={loading}>
          <div className={classes.page}>
            <Content session={session} tools={tools} />
          </div>
          {loading && <Preloader />}
        </main>
      </div>
      {hasBar && (
        <Suspense>
          <BottomBar session={session} sidebar={sidebar} />
        </Suspense>
      )}
    </div>
  );
}

/** The page, or onboarding for a contractor user who has to complete it first. */
function Content({ session, tools }: { session: Session; tools: AccountTools }) {
  if (!isOnboarding(session)) return <Outlet />;
  return (
    <Suspense fallback={<Preloader />}>
      <Onboarding session={session} onLogOut={() => void logOut(tools)} />
    </Suspense>
  );
}
