import { defineConfig } from '@playwright/test';
import { chromium, chromiumArgs } from '../scripts/lib/chromium.mjs';

const { path, env } = chromium();

/** Journeys in a real browser, on the built server with the demonstration data. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  // Journeys about every width, both appearances, or long waits: `npm run test:all`.
  ...(process.env['TEST_ALL'] !== '1' && { grepInvert: /@slow/ }),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // What passes only the second time is told at the end of the check (scripts/test.mjs).
  retries: 1,
  reporter: 'line',
  use: {
    // Tracing each journey takes a seventh of the time. One that fails is traced when it is tried again.
    trace: 'on-first-retry',
    // What a worker fetches, a test cannot hold up; the one about the worker allows it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: path,
      args: chromiumArgs,
      env: { ...process.env, ...env },
    },
  },
});
