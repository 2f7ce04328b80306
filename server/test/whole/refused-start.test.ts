import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mainFile, startBuilt, type BuiltServer } from '../built-server.ts';

let folder: string;
let running: BuiltServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-refused-'));
});
afterAll(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The error and exit code of a failed start on the folder. */
async function refused(settings: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const env = { ...process.env, DATA_DIR: folder, ...settings };
  const server = spawn(process.execPath, [mainFile], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = await once(server, 'exit');
  return { code, said: said.trim() };
}

test('rejects a second server on the same data folder with one clear line', async () => {
  const settings = { DATA_DIR: folder, PORT: '0', DATABASE_URL: '', DEMO: '0' };
  running = await startBuilt({ ...settings, LOG_LEVEL: 'warn' }, /is ready at \S+/);
  const { code, said } = await refused(settings);
  expect(code).toBe(1);
  expect(said).toMatch(/^Another portal is running on the data folder .*DATA_DIR$/);
}, 240_000);

test('an invalid setting stops the start with one clear line', async () => {
  expect(await refused({ PORT: 'eighty', ENCRYPTION_KEY: 'short' })).toEqual({
    code: 1,
    said: 'Invalid setting: PORT must be a port number; ENCRYPTION_KEY must be 32 bytes as 64 hexadecimal digits',
  });
}, 60_000);
