import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './lib/prepare.mjs';
import { runOrExit } from './lib/run.mjs';
import { root } from './lib/stale.mjs';

const [version = ''] = process.argv.slice(2);
if (!/^\d+$/.test(version)) {
  console.error('Name a Node version: npm run test:node -- 24');
  process.exit(1);
}
await prepare();

// The npm package `node` contains the executable.
const folder = join(root, 'node_modules/.cache/lintel', `node-${version}`);
const node = join(
  folder,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true });
  await runOrExit('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    `node@${version}`,
  ]);
}
await runOrExit(node, ['--version']);

/** @param {string} path */
const installed = (path) => join(root, 'node_modules', path);
await runOrExit(node, [
  installed('vitest/vitest.mjs'),
  'run',
  '--project',
  'server',
  '--project',
  'node',
]);
// Starts the built server and renders a flyer, images, and an invoice.
await runOrExit(node, [
  installed('@playwright/test/cli.js'),
  'test',
  '-c',
  'e2e/playwright.config.ts',
  'main-path',
  'materials',
  'documents-quick',
]);
