import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './lib/prepare.mjs';
import { browserResults, unitResults } from './lib/results.mjs';
import { run } from './lib/run.mjs';
import { root } from './lib/stale.mjs';

await prepare();

const node = process.execPath;
/** @param {string} path */
const installed = (path) => join(root, 'node_modules', path);
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });

/**
 * The component and server tests, all files or the given ones. @param {string} report @param
 * {string[]} files
 */
const vitest = (report, files = []) =>
  /** @type {[file: string, args: string[]]} */ ([
    node,
    [
      installed('vitest/vitest.mjs'),
      'run',
      ...files,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${join(results, report)}`,
    ],
  ]);

/**
 * The steps of the check, ordered so that mistakes are found early. @type {[name: string, file:
 * string, args: string[]][]}
 */
const steps = [
  ['check', 'npm', ['run', '--silent', 'check']],
  ['size', 'npm', ['run', '--silent', 'check:size']],
  ['tests', ...vitest('vitest.json')],
  [
    'browser',
    node,
    [
      installed('@playwright/test/cli.js'),
      'test',
      '-c',
      'e2e/playwright.config.ts',
      '--reporter=line,json',
    ],
  ],
];

// `npm test -- --changed`: the tests and journeys affected by the changes since main.
// `npm test -- check billing`: a step by name, or the test files and journeys whose paths contain
// the word.
const isChanged = process.argv.includes('--changed');
const words = process.argv.slice(2).filter((word) => word !== '--changed');
const parts = words.filter((word) => !steps.some(([name]) => name === word));
const journeys = readdirSync(join(root, 'e2e')).filter((file) =>
  parts.some((part) => `e2e/${file}`.includes(part)),
);
/** @type {Record<string, string[]>} */
const onlyParts = {
  tests: [...parts, '--passWithNoTests'],
  ...(journeys.length > 0 && { browser: parts }),
};
/** A change that no test covers has no tests to run. @type {Record<string, string[]>} */
const onlyChanged = {
  tests: ['--changed=main', '--passWithNoTests'],
  browser: ['--only-changed=main', '--pass-with-no-tests'],
};
const selected = steps.flatMap(([name, file, args]) => {
  if (isChanged && words.length === 0)
    return [/** @type {typeof steps[0]} */ ([name, file, [...args, ...(onlyChanged[name] ?? [])]])];
  if (words.length === 0 || words.includes(name))
    return [/** @type {typeof steps[0]} */ ([name, file, args])];
  const only = parts.length > 0 ? onlyParts[name] : undefined;
  return only ? [/** @type {typeof steps[0]} */ ([name, file, [...args, ...only]])] : [];
});

/** @type {[string, boolean, number][]} */
const outcomes = [];
for (const [name, file, args] of selected) {
  console.log(`\n— ${name}`);
  const started = Date.now();
  const code = await run(file, args, {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'playwright.json') },
  });
  outcomes.push([name, code === 0, Math.round((Date.now() - started) / 1000)]);
}

const unit = unitResults(join(results, 'vitest.json'));
const browser = browserResults(join(results, 'playwright.json'));
const unsteady = [...browser.unsteady];

// Up to three files that failed among all the others run again alone: tests that pass then are
// reported as flaky, not as failed.
const tests = outcomes.find(([name]) => name === 'tests');
if (tests && !tests[1] && unit.failedFiles.length > 0 && unit.failedFiles.length <= 3) {
  console.log('\n— retrying failed tests');
  const [file, args] = vitest('vitest-again.json', unit.failedFiles);
  if ((await run(file, args)) === 0) {
    tests[1] = true;
    unsteady.push(...unit.failures.splice(0));
  }
}

const broken = outcomes.filter(([, good]) => !good).length;
const failures = [...unit.failures, ...browser.failures];
const passed = unit.total - unit.failures.length + browser.total - browser.failures.length;
/** @param {string} title @param {{ name: string, message: string }[]} list */
const printList = (title, list) => {
  for (const { name, message } of list) console.log(`\n${title}: ${name}\n${message}`);
};

printList('flaky, passed on the second try', unsteady);
printList('FAILED', failures);
console.log(
  `\n${outcomes.map(([name, good, seconds]) => `${good ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`).join('\n')}\n`,
);
if (unsteady.length > 0) console.log(`${unsteady.length} flaky: fix them soon`);
if (parts.length > 0 && passed + failures.length === 0) {
  console.log(`No test file's path contains "${parts.join('" or "')}"`);
  process.exit(1);
}
console.log(`${passed} passed, ${Math.max(failures.length, broken)} failed`);
process.exit(broken === 0 ? 0 : 1);
