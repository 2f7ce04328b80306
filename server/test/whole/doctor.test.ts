import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckResult } from '@lintel/contract/setup/self-check';
import { mainFile } from '../built-server.ts';

const doctorFile = join(dirname(mainFile), 'doctor.js');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the command works while the server and the database are down, and prints no secrets', async () => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://lintel:a-hidden-password@127.0.0.1:1/lintel',
    ENCRYPTION_KEY: 'ab'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_test_hidden1234',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_hidden1234',
    STRIPE_WEBHOOK_SECRET: 'whsec_hidden1234',
    STRIPE_API_URL: 'http://127.0.0.1:1',
  };
  const run = (args: string[], given: Record<string, string>) =>
    new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      execFile(process.execPath, [doctorFile, ...args], { env: given }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
    });
  const { code, out } = await run(['--json'], env);
  expect(code).toBe(2);
  const { results }: { results: CheckResult[] } = JSON.parse(out);
  expect(results.find(({ name }) => name === 'database')?.status).toBe('fail');
  expect(results.find(({ name }) => name === 'storage')?.status).toBe('ok');
  expect(out).not.toMatch(/hidden|abababab/);
  const wrong = await run(['--loud'], env);
  expect(wrong).toMatchObject({
    code: 2,
    err: 'Unknown argument for npm run doctor: --loud\n',
  });
}, 60_000);
