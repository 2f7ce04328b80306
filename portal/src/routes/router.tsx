import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router';
import * as m from '#messages';
import { queryClient } from '../lib/query-client.ts';
import { safeReturn } from '../lib/safe-return.ts';
import { mayBeSignedIn } from '../lib/session-hint.ts';
import { Overlays } from '../shell/overlays.tsx';
import { PageError } from '../shell/page-error.tsx';
import { PortalFrame } from '../shell/portal-frame.tsx';
import {
  AccessDenied,
  canOpenRoute,
  leaveForDesk,
  requireSession,
  requireUnsecured,
  skipSignIn,
} from './guard.ts';
import { loadPage, screenPage, visitorPages, type Page } from './pages.ts';
import { screens, type ScreenSearch } from './screens.ts';

const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Overlays />
    </>
  ),
});

const visitorRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitor',
  component: visitorPages.frame.component,
});

const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'portal',
  component: PortalFrame,
  beforeLoad: async ({ location }) => ({
    session: await requireSession(queryClient, location.href),
  }),
});

type AnyScreen = (typeof screens)[number];
/** The names of a screen's search parameters. */
type SearchByScreen<Of extends AnyScreen> = Of['name'] extends keyof ScreenSearch
  ? { [Key in ScreenSearch[Of['name']]]?: unknown }
  : Record<never, never>;

const screenRoute = <const Of extends AnyScreen>(screen: Of) => {
  const page = screenPage(screen.name);
  return createRoute({
    getParentRoute: () => portalRoute,
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it the paths of all screens become one type
    path: screen.path as Of['path'],
    component: page.component,
    staticData: { title: screen.label, screen },
    // Values stay as typed: the screen parses them with the contract's schemas, which load with it,
    // and an address with an invalid value isn't rewritten.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all values are unknown, only the names are declared
    validateSearch: (search: Record<string, unknown>) => search as SearchByScreen<Of>,
    beforeLoad: ({ context }) => {
      leaveForDesk(screen, context.session);
      if (!canOpenRoute(screen, context.session)) throw new AccessDenied();
    },
    loader: ({ context: { session }, cause, params, location: { search } }) =>
      cause === 'preload'
        ? page.importer()
        : loadPage(page, { client: queryClient, session, params, search }),
  });
};

type ScreenRoutes<Screens extends readonly AnyScreen[]> = {
  [Index in keyof Screens]: ReturnType<typeof screenRoute<Screens[Index]>>;
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mapped tuple forgets which screen is which
const screenRoutes = screens.map(screenRoute) as unknown as ScreenRoutes<typeof screens>;

/** An unknown address requires sign-in like any other, then shows that there is no page. */
const unknownRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '$',
  staticData: { title: m.shell_notFound_title() },
  component: () => <PageError kind="missing" />,
});

// Name rejected parameters, too: a key left out here keeps its raw value in the search that others
// read.
const visitorSearch = ({
  returnTo,
  email,
}: Record<string, unknown>): { returnTo?: string | undefined; email?: string | undefined } => ({
  returnTo: safeReturn(returnTo),
  email: typeof email === 'string' ? email : undefined,
});

const loginRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/login',
  component: visitorPages.login.component,
  staticData: { title: m.screens_signIn() },
  validateSearch: visitorSearch,
  beforeLoad: ({ search }) => skipSignIn(queryClient, search.returnTo),
});

const secureAccountRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/secure-account',
  component: visitorPages.secureAccount.component,
  staticData: { title: m.screens_secureAccount() },
  validateSearch: visitorSearch,
  beforeLoad: ({ search }) => requireUnsecured(queryClient, search.returnTo),
});

const linkRoute = <const Path extends string>(path: Path, title: string, page: Page) =>
  createRoute({
    getParentRoute: () => visitorRoute,
    path,
    component: page.component,
    staticData: { title },
    validateSearch: ({
      email,
      m: secret,
    }: Record<string, unknown>): { email?: string | undefined; m?: string | undefined } => ({
      email: typeof email === 'string' ? email : undefined,
      m: typeof secret === 'string' ? secret : undefined,
    }),
  });

const linkRoutes = [
  linkRoute('/restore', m.screens_resetPassword(), visitorPages.restore),
  linkRoute('/np', m.screens_newPassword(), visitorPages.np),
  linkRoute('/ne', m.screens_confirmEmail(), visitorPages.ne),
  linkRoute('/not-me', m.screens_wasThisYou(), visitorPages.notMe),
  linkRoute('/restore-email', m.screens_restoreEmail(), visitorPages.restoreEmail),
  linkRoute('/setup', m.screens_firstAccount(), visitorPages.firstAccount),
  linkRoute('/confirm', m.screens_setPassword(), visitorPages.confirm),
] as const;

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/**
 * The address of a new contractor has a referral code, a plan, or a link's secret, and after a
 * return from the bank, the payment.
 */
const getStartedRoute = createRoute({
  getParentRoute: () => visitorRoute,
  path: '/get-started',
  component: visitorPages.getStarted.component,
  staticData: { title: m.screens_getStarted() },
  validateSearch: ({
    ref,
    plan,
    m: secret,
    payment_intent: intent,
  }: Record<string, unknown>): Partial<
    Record<'ref' | 'plan' | 'm' | 'payment_intent', string | undefined>
  > => ({
    ref: toText(ref),
    plan: toText(plan),
    m: toText(secret),
    payment_intent: toText(intent),
  }),
});

const routeTree = rootRoute.addChildren([
  visitorRoute.addChildren([loginRoute, secureAccountRoute, getStartedRoute, ...linkRoutes]),
  portalRoute.addChildren([...screenRoutes, unknownRoute]),
]);

/** The application's routes: signed-out pages, and the screens behind the session check. */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    // Hovering over a link loads the page's code; its data waits for the click, since a denied call
    // has side effects.
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 0,
    // The preloader covers pending states, so they need no minimum time to avoid flashing.
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => null,
    defaultErrorComponent: ({ error, reset }) => (
      <PageError kind="failed" error={error} onRetry={reset} />
    ),
    scrollRestoration: true,
  });
export type AppRouter = ReturnType<typeof makeRouter>;

/** Loads the code of the current screen while the session is loading. */
export function fetchScreen(router: AppRouter): void {
  if (!mayBeSignedIn()) return;
  const [routes] = router.getMatchedRoutes(window.location.pathname);
  const name = routes.at(-1)?.options.staticData?.screen?.name;
  const screen = screens.find((one) => one.name === name);
  // Opening the screen reports a failure here.
  if (screen)
    screenPage(screen.name)
      .importer()
      .catch(() => undefined);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
