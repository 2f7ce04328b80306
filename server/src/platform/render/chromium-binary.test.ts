import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium, prepareChromium, tryChromium } from './chromium-binary.ts';
import { installedPackage } from './versions.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-chromium-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('uses the Chromium that the operator names, and reports a missing one', () => {
  expect(findChromium(process.execPath, folder)).toMatchObject({
    kind: 'installed',
    path: process.execPath,
  });
  expect(() => findChromium('/no/such/chromium', folder)).toThrow(
    'There is no Chromium at /no/such/chromium',
  );
});

test("reports a Chromium that can't run before it is needed", async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'lintel-broken-'));
  const broken = join(elsewhere, 'chromium');
  await writeFile(broken, 'no program');
  await expect(tryChromium(findChromium(broken, folder))).rejects.toThrow('EACCES');
  await rm(elsewhere, { recursive: true });
  await tryChromium(findChromium(process.execPath, folder));
  await expect(tryChromium({ kind: 'missing', identity: 'none' })).rejects.toThrow(
    'No Chromium was found',
  );
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'two concurrent unpacks of the packed Chromium both get a working one, and leave no partial folder',
  async () => {
    const old = join(folder, 'unpacking-of-a-killed-process');
    await mkdir(old);
    await utimes(old, 0, 0);
    const packed = installedPackage('@sparticuz/chromium');
    const name = `chromium-${packed.version}`;
    const source = {
      kind: 'packed',
      package: packed,
      folder: join(folder, name),
      identity: name,
    } as const;
    const [first, second] = await Promise.all([prepareChromium(source), prepareChromium(source)]);
    expect(second).toEqual(first);
    const { stdout } = await promisify(execFile)(first.path, ['--version'], { env: first.env });
    expect(stdout).toMatch(/^Chrom\w* \d+/);
    expect(await readdir(folder)).toEqual([name]);
  },
);
