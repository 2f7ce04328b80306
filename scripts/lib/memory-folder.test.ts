import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from './memory-folder.ts';

test('becomes the folder for temporary files, and is removed at the end of the run', () => {
  const { folder, remove } = makeTemporaryFolder();
  expect(tmpdir()).toBe(folder);
  mkdirSync(join(folder, 'data'));
  remove();
  expect(existsSync(folder)).toBe(false);
});

test('removes what a killed run left, but nothing of a running one', () => {
  const first = makeTemporaryFolder();
  process.env['TMPDIR'] = dirname(first.folder);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const abandoned = join(dirname(first.folder), `lintel-test-${pid}-abcdef`);
  mkdirSync(abandoned);
  const second = makeTemporaryFolder();
  expect(existsSync(abandoned)).toBe(false);
  expect(existsSync(first.folder)).toBe(true);
  first.remove();
  second.remove();
});
