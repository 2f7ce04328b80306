import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { brandFromConfig } from '../platform/brand.ts';
import type { Context } from '../platform/context.ts';
import { registerInstallable } from './installable.ts';
import { registerPortal, type PolicySources } from './portal-files.ts';

/** The portal's modules that each kind of page loads first. */
const entryModules = {
  byAddress: {
    '/': ['src/features/dashboard/dashboard-page.tsx'],
    '/get-started': [
      'src/shell/visitor-frame.tsx',
      'src/features/billing/sign-up/get-started-page.tsx',
    ],
  },
  portal: [],
  signIn: {
    address: '/login',
    ahead: ['src/features/dashboard/dashboard-page.tsx'],
  },
};

/** Sources and API of Stripe's card fields. */
const stripeSources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
};

/**
 * Training videos: files from any host, and YouTube's player without cookies.
 */
const videoSources = {
  'media-src': ['https:', 'http:'],
  'frame-src': ['https://www.youtube-nocookie.com'],
};

/** Serves the built portal: its pages and files, and the files that make it installable. */
export async function registerPortalHost(
  app: FastifyInstance,
  { config, appFolder }: Pick<Context, 'config' | 'appFolder'>,
): Promise<void> {
  const allowed = (): PolicySources =>
    joinedSources(videoSources, config.STRIPE_PUBLISHABLE_KEY === undefined ? {} : stripeSources);
  const folder = join(appFolder, 'portal/dist');
  const hasWorker = config.SERVICE_WORKER === 'on';
  const firstPage = () => ({
    ...brandFromConfig(config),
    timeZone: config.BUSINESS_TIME_ZONE,
    hasWorker,
    isRehearsal: config.RESTORE_REHEARSAL === '1',
    isOpen: config.isOpen,
  });
  await registerInstallable(app, {
    folder,
    brand: () => brandFromConfig(config),
    iconFile: config.BRAND_ICON_FILE,
    hasWorker,
  });
  await registerPortal(app, { folder, firstPage, entryModules, allowed });
}

const joinedSources = (one: PolicySources, other: PolicySources): PolicySources => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, sources]) => [name, [...(one[name] ?? []), ...sources]]),
  ),
});
