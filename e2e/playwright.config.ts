import { defineConfig } from '@playwright/test';
import { chromium, chromiumArgs } from '../scripts/lib/chromium.mjs';

const { path, env } = chromium();

/** Journeys in a real browser, on the built server with the demo data. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  // Journeys across all widths, both appearances, or long waits run only in `npm run test:all`.
  ...(process.env['TEST_ALL'] !== '1' && { grepInvert: /@slow/ }),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // scripts/test.mjs lists tests that passed on the second try as flaky.
  retries: 1,
  reporter: 'line',
  use: {
    // Tracing every journey costs a seventh of the run time, so only retries are traced.
    trace: 'on-first-retry',
    // Tests can't intercept a service worker's requests; only the service worker's own test allows
    // it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: path,
      args: chromiumArgs,
      env: { ...process.env, ...env },
    },
  },
});
