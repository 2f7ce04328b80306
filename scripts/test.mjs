import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';
import { root } from './lib/stale.mjs';

await prepare();

const node = process.execPath;
/** @param {string} path */
const installed = (path) => join(root, 'node_modules', path);
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });

/** Every step of the check, in the order in which a mistake is found soonest. @type {[name: string, file: string, args: string[]][]} */
const steps = [
  ['lint', 'npm', ['run', '--silent', 'lint']],
  ['types', 'npm', ['run', '--silent', 'typecheck']],
  ['shape', 'npm', ['run', '--silent', 'check:shape']],
  ['requirements', 'npm', ['run', '--silent', 'requirements']],
  ['unused', 'npm', ['run', '--silent', 'check:unused']],
  ['size', 'npm', ['run', '--silent', 'check:size']],
  [
    'tests',
    node,
    [
      installed('vitest/vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${join(results, 'vitest.json')}`,
    ],
  ],
  ['browser', node, [installed('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json']],
];

/** @type {[string, boolean, number][]} */
const outcomes = [];
for (const [name, file, args] of steps) {
  console.log(`\n— ${name}`);
  const started = Date.now();
  const code = await run(file, args, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'playwright.json') } });
  outcomes.push([name, code === 0, Math.round((Date.now() - started) / 1000)]);
}

/** A report that a crashed run did not write counts as nothing. @param {string} name */
const report = (name) => {
  try {
    return JSON.parse(readFileSync(join(results, name), 'utf8'));
  } catch {
    return {};
  }
};
const unit = report('vitest.json');
const browser = report('playwright.json').stats ?? {};
const passed = (unit.numPassedTests ?? 0) + (browser.expected ?? 0);
const broken = outcomes.filter(([, good]) => !good).length;
const failed = Math.max((unit.numFailedTests ?? 0) + (browser.unexpected ?? 0), broken);

console.log(`\n${outcomes.map(([name, good, seconds]) => `${good ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`).join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(broken === 0 ? 0 : 1);
