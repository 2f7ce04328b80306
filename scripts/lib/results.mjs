import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './stale.mjs';

/**
 * @typedef {{ name: string, message: string }} Failure A failed test: its location and the start of
 * its message.
 */

/** A missing report, after a crash, counts as empty. @param {string} path */
const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
};

/** The first lines of a message, enough to identify the error. @param {string | undefined} text */
const start = (text) => (text ?? '').slice(0, 1500);

/**
 * Reads vitest's JSON report.
 * @param {string} path
 * @returns {{ total: number, failures: Failure[], failedFiles: string[] }} `total` counts the tests
 * that ran; `failedFiles` are relative to the project's folder
 */
export function unitResults(path) {
  const report = read(path);
  /** @type {Failure[]} */
  const failures = [];
  const failedFiles = [];
  for (const file of report.testResults ?? []) {
    if (file.status === 'passed') continue;
    const name = relative(root, file.name);
    failedFiles.push(name);
    const failed = file.assertionResults.filter(
      (/** @type {{ status: string }} */ test) => test.status === 'failed',
    );
    for (const test of failed)
      failures.push({
        name: `${name} › ${test.fullName}`,
        message: start(test.failureMessages[0]),
      });
    if (failed.length === 0) failures.push({ name, message: start(file.message) });
  }
  const { numTotalTests = 0, numPendingTests = 0, numTodoTests = 0 } = report;
  return { total: numTotalTests - numPendingTests - numTodoTests, failures, failedFiles };
}

/**
 * Reads Playwright's JSON report: `unsteady` are flaky tests, which failed first and passed on
 * retry.
 * @param {string} path
 * @returns {{ total: number, failures: Failure[], unsteady: Failure[] }}
 */
export function browserResults(path) {
  const report = read(path);
  const { expected = 0, unexpected = 0, flaky = 0 } = report.stats ?? {};
  const specs = (report.suites ?? []).flatMap(allSpecs);
  return {
    total: expected + unexpected + flaky,
    failures: withStatus(specs, 'unexpected'),
    unsteady: withStatus(specs, 'flaky'),
  };
}

/** @param {any} suite @returns {any[]} */
const allSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(allSpecs)];

/** @param {any[]} specs @param {string} status @returns {Failure[]} */
const withStatus = (specs, status) =>
  specs
    .filter((spec) =>
      spec.tests.some((/** @type {{ status: string }} */ test) => test.status === status),
    )
    .map((spec) => ({
      name: `${spec.file}:${spec.line} › ${spec.title}`,
      message: start(spec.tests[0]?.results[0]?.error?.message),
    }));
