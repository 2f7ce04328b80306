import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, settingNames } from './config.ts';
import { secretSettings, withSecretFiles } from './secret-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test('a secret comes from the file that its _FILE variable names, without line breaks', () => {
  const key = 'ab'.repeat(32);
  const env = withSecretFiles({
    ENCRYPTION_KEY_FILE: file('key', `${key}\n`),
    SMTP_URL_FILE: file('smtp', ' smtp://user:pass@mail.example.com \r\n'),
    STRIPE_SECRET_KEY_FILE: '',
    MAIL_FROM: 'help@example.com',
  });
  expect(readConfig(env)).toMatchObject({
    ENCRYPTION_KEY: key,
    SMTP_URL: 'smtp://user:pass@mail.example.com',
    mailFrom: { address: 'help@example.com' },
  });
  expect(env['STRIPE_SECRET_KEY']).toBeUndefined();
});

test('a secret and its file together prevent startup, and the message reveals neither', () => {
  const given = {
    ENCRYPTION_KEY: 'ab'.repeat(32),
    ENCRYPTION_KEY_FILE: file('other', 'cd'.repeat(32)),
  };
  expect(() => withSecretFiles(given)).toThrow(
    "Invalid setting: ENCRYPTION_KEY_FILE can't be combined with ENCRYPTION_KEY: remove one or the other",
  );
  // An empty variable counts as not set.
  expect(withSecretFiles({ ...given, ENCRYPTION_KEY: '' })['ENCRYPTION_KEY']).toBe('cd'.repeat(32));
});

test('a missing file, a folder, and an empty file are named, all in one line', () => {
  const missing = join(folder, 'missing');
  const empty = file('empty', '\n');
  expect(() =>
    withSecretFiles({
      DATABASE_URL_FILE: missing,
      SMTP_URL_FILE: folder,
      STRIPE_SECRET_KEY_FILE: empty,
    }),
  ).toThrow(
    `Invalid setting: DATABASE_URL_FILE names ${missing}, which can't be read (ENOENT); ` +
      `SMTP_URL_FILE names ${folder}, which can't be read (EISDIR); ` +
      `STRIPE_SECRET_KEY_FILE names ${empty}, which is empty`,
  );
});

test('every secret setting can come from a file, and nothing else can', () => {
  const looksSecret = settingNames.filter((name) =>
    /SECRET|TOKEN|PRIVATE|ENCRYPTION_KEY|HEADERS|ACCESS_KEY|^SMTP_URL|^DATABASE_/.test(name),
  );
  expect(secretSettings.toSorted()).toEqual(looksSecret.toSorted());
  expect(withSecretFiles({ BRAND_NAME_FILE: join(folder, 'missing') })['BRAND_NAME']).toBe(
    undefined,
  );
});
