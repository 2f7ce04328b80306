import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { browserResults, unitResults } from './results.mjs';
import { root } from './stale.mjs';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (report: unknown): string => {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
};

test('lists a failed test with its file and message, and a file that failed to load', () => {
  const path = written({
    numTotalTests: 5,
    numPendingTests: 1,
    testResults: [
      {
        name: join(root, 'a.test.ts'),
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'adds' }],
      },
      {
        name: join(root, 'b.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'opens' },
          { status: 'failed', fullName: 'closes', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      {
        name: join(root, 'c.test.ts'),
        status: 'failed',
        message: 'Cannot find module',
        assertionResults: [],
      },
    ],
  });
  expect(unitResults(path)).toEqual({
    total: 4,
    failures: [
      { name: 'b.test.ts › closes', message: 'expected 1 to be 2' },
      { name: 'c.test.ts', message: 'Cannot find module' },
    ],
    failedFiles: ['b.test.ts', 'c.test.ts'],
  });
});

test('separates a journey that passed on retry from one that failed', () => {
  const spec = (title: string, status: string) => ({
    file: 'shell.spec.ts',
    line: 7,
    title,
    tests: [{ status, results: [{ error: { message: `${title} broke` } }] }],
  });
  const path = written({
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec('one', 'expected')],
        suites: [{ specs: [spec('two', 'flaky'), spec('three', 'unexpected')] }],
      },
    ],
  });
  expect(browserResults(path)).toEqual({
    total: 3,
    failures: [{ name: 'shell.spec.ts:7 › three', message: 'three broke' }],
    unsteady: [{ name: 'shell.spec.ts:7 › two', message: 'two broke' }],
  });
});

test('a missing report counts as empty', () => {
  expect(unitResults(join(folder, 'none.json'))).toEqual({
    total: 0,
    failures: [],
    failedFiles: [],
  });
  expect(browserResults(join(folder, 'none.json'))).toEqual({
    total: 0,
    failures: [],
    unsteady: [],
  });
});
