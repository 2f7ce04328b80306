import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { inlinedTexts } from './scripts/lib/inlined-texts.ts';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Crashes, overload, poolers, and sizes that few installations have: `npm run test:all`. */
const slow = 'server/test/slow/**';
const isAll = process.env['TEST_ALL'] === '1';

const isLong = ({ moduleId }: TestSpecification): boolean =>
  /server\/test\/(whole|slow)\//.test(moduleId);

/**
 * Tests of whole processes wait much and work little: they begin first, so that others fill their
 * pauses.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the base sequencer is no array
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Collecting short-lived objects took a sixth to a fifth of the CPU time. */
const execArgv = ['--max-semi-space-size=64'];

/**
 * Two kinds of tests: those of Node (the server's on a real PostgreSQL), and those of components in
 * a simulated browser.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'server',
          execArgv,
          // The parts are loaded once for all files: none keeps a state of its own.
          isolate: false,
          include: ['server/{src,test}/**/*.test.ts'],
          exclude: isAll ? [] : [slow],
          globalSetup: 'server/test/global-setup.ts',
          setupFiles: 'server/test/statements/set-up.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'node',
          include: [
            'contract/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'homeowner/src/**/*.test.{ts,tsx}',
            'embeds/src/**/*.test.ts',
            'lender-kit/src/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [inlinedTexts(fileURLToPath(new URL('portal', import.meta.url)), 'en')],
        // React as the product runs it; its development build needs much more processor time.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'portal',
          execArgv,
          include: ['portal/src/**/*.test.{ts,tsx}', 'portal/worker/*.test.ts'],
          isolate: false,
          environment: 'jsdom',
          setupFiles: ['portal/src/test/setup.ts'],
          testTimeout: 45_000,
          env: {
            NODE_ENV: 'production',
            // No picture of the whole page for every question that has to be asked again.
            DEBUG_PRINT_LIMIT: '0',
          },
        },
      },
    ],
  },
});
