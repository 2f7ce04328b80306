import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settingNames } from '../server/src/platform/config.ts';
import { secretSettings, withSecretFiles } from '../server/src/platform/secret-files.ts';
import { root } from './lib/stale.mjs';

const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

const secretFiles = secretSettings.map((name) => `${name}_FILE`);

interface Service {
  profiles?: string[];
  ports?: string[];
  build?: { context: string; args: Record<string, string> };
  image?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown> | string[];
  networks?: string[];
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
}
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const products = services.filter(([, { build }]) => build !== undefined);

/** The `.env` file that the head of `compose.yaml` describes. */
const envFile = new Map(
  [...read('compose.yaml').matchAll(/^# {3}([A-Z0-9_]+)=(\S+)/gm)].map(
    ([, name = '', value = '']) => [name, value.startsWith('<') ? 'ab'.repeat(32) : value],
  ),
);

/**
 * Substitutes `${NAME}`, `${NAME-default}`, `${NAME:-default}`, and `${NAME:?error}` as `docker
 * compose` does.
 */
const filled = (text: string): string =>
  text.replace(/\$\{(\w+)(?::?-([^}]*)|:\?[^}]*)\}/g, (_whole, name: string, preset?: string) => {
    const value = envFile.get(name) ?? preset;
    if (value === undefined) throw new Error(`${name} is not in .env`);
    return value;
  });

test('every setting of the container and its services is known to the product, and the product starts with them', () => {
  const image = Object.fromEntries(
    [...read('Dockerfile').matchAll(/^(?:ENV)?\s+([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [
      name,
      // A build argument, which has no default.
      value?.startsWith('$') ? '' : value,
    ]),
  );
  expect(Object.keys(image)).toEqual(expect.arrayContaining(['METRICS_PORT', 'GIT_COMMIT']));
  expect(products.map(([name]) => name)).toEqual(['web-1', 'web-2', 'worker']);
  for (const [, { environment = {} }] of products) {
    for (const name of [...Object.keys(image), ...Object.keys(environment)])
      expect([...settingNames, ...secretFiles]).toContain(name);
    const given = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, filled(value)]),
    );
    expect(readConfig({ ...image, ...given })).toMatchObject({
      NODE_ENV: 'production',
      DEMO: '0',
      S3_BUCKET: 'lintel-files',
      TRUST_PROXY: '1',
    });
    expect(readConfig({ ...image, ...given }).isOpen).toBe(true);
    for (const variable of ['PAYMENTS', 'NACHA_BANK', 'BRAND_NAME', 'MAIL_FROM'])
      expect(readConfig({ ...image, ...given, [variable]: '' }).isOpen).toBe(false);
  }
  expect(compose.services['web-1']?.environment?.['ROLE']).toBe('web');
  expect(compose.services['worker']?.environment?.['ROLE']).toBe('worker');
});

test("compose passes every setting that the image doesn't set, and .env can set each of them", () => {
  const imageVariables = [
    'NODE_ENV',
    'HOST',
    'PORT',
    'DATA_DIR',
    'METRICS_PORT',
    'CHROMIUM_PATH',
    'GIT_COMMIT',
  ];
  // Settings derived from the other services in the file.
  const fixed =
    /^(DATABASE_URL|S3_(ENDPOINT|BUCKET|ACCESS_KEY_ID|SECRET_ACCESS_KEY|PATH_STYLE)|ROLE)$/;
  for (const [, { environment = {} }] of products) {
    const missing = settingNames.filter(
      (name) => !imageVariables.includes(name) && !(name in environment),
    );
    expect(missing).toEqual([]);
    for (const [name, value] of Object.entries(environment))
      if (!fixed.test(name)) expect(value).toMatch(new RegExp(`^\\$\\{${name}:?[-?]`));
  }
});

test('in compose, secrets come from files once .env names them', () => {
  const { environment = {}, volumes = [] } = compose.services['worker'] ?? {};
  expect(volumes).toEqual(['${SECRETS_DIR:-./deploy/secrets}:/run/secrets:ro']);
  // Other services need these, too.
  const shared = ['DATABASE_URL', 'METRICS_TOKEN', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  expect(secretSettings.filter((name) => !(`${name}_FILE` in environment))).toEqual(shared);
  const folder = mkdtempSync(join(tmpdir(), 'lintel-secrets-'));
  writeFileSync(join(folder, 'smtp'), 'smtp://user:pass@mail.example.com\n');
  const given = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, filled(value)]),
  );
  expect(given['SMTP_URL']).toBe('smtp://mail:1025');
  const env = withSecretFiles({ ...given, SMTP_URL: '', SMTP_URL_FILE: join(folder, 'smtp') });
  expect(readConfig(env).SMTP_URL).toBe('smtp://user:pass@mail.example.com');
  rmSync(folder, { recursive: true });
});

test('profiles add TLS with persistent certificates, a backup, and monitoring that loads the rules and the dashboard', () => {
  const serviceNames = (profile: string) =>
    services.filter(([, { profiles = [] }]) => profiles.includes(profile)).map(([name]) => name);
  expect(serviceNames('tls')).toEqual(['proxy']);
  expect(serviceNames('plain')).toEqual(['proxy-plain']);
  expect(serviceNames('backup')).toEqual(['backup', 'backup-files']);
  expect(serviceNames('monitoring')).toEqual(['prometheus', 'grafana']);
  const { ports, volumes } = compose.services['proxy'] ?? {};
  expect(ports).toEqual(expect.arrayContaining(['80:80', '443:443']));
  expect(volumes).toContain('certificates:/data');
  expect(read('deploy/Caddyfile.tls')).not.toContain('auto_https off');
  const prometheus = parse(read('deploy/prometheus/prometheus.yaml')) as {
    rule_files: string[];
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  expect(prometheus.rule_files).toEqual(['/etc/lintel/lintel.rules.yaml']);
  expect(prometheus.scrape_configs[0]?.static_configs[0]?.targets).toEqual(
    products.map(([name]) => `${name}:9090`),
  );
  expect(read('compose.yaml')).toContain('npm run create-staff');
});

test('every alert links to its own section of the runbook', () => {
  const { groups } = parse(read('deploy/prometheus/lintel.rules.yaml')) as {
    groups: { rules: { alert?: string; annotations?: { runbook?: string } }[] }[];
  };
  const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);
  const sections = read('docs/operations/runbook.md').split('\n## ').slice(1);
  const titles = sections.map((section) => section.split('\n', 1)[0]);
  for (const { alert = '', annotations } of alerts) {
    expect(annotations?.runbook).toBe(`docs/operations/runbook.md#${alert.toLowerCase()}`);
    expect(titles).toContain(alert);
  }
  expect(sections.every((section) => section.trim().split('\n').length > 1)).toBe(true);
});

test('a backup keeps a deleted file exactly as long as older copies need it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-backups-'));
  const prune = () => execFileSync('sh', [`${root}deploy/prune-files.sh`, folder, '35']);
  const day = 86_400_000;
  mkdirSync(join(folder, 'files/w9'), { recursive: true });
  for (const name of ['logo.png', 'w9/a form.pdf', 'w9/gone.pdf'])
    writeFileSync(join(folder, 'files', name), name);
  // Without a list, no file is known to be deleted.
  prune();
  writeFileSync(join(folder, 'listed'), 'w9/a form.pdf\nlogo.png\n');
  prune();
  const today = new Date().toISOString().slice(0, 10);
  const remainingFiles = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('f'));
  expect(remainingFiles().toSorted()).toEqual([
    `files/w9/a form.pdf`,
    `removed/${today}/w9/gone.pdf`,
  ]);
  expect(existsSync(join(folder, 'files/logo.png'))).toBe(true);
  const before = new Date(Date.now() - 37 * day);
  utimesSync(join(folder, 'removed', today), before, before);
  prune();
  expect(remainingFiles()).toEqual(['files/w9/a form.pdf']);
  // Files copied after the list was written stay.
  const old = new Date(Date.now() - day);
  utimesSync(join(folder, 'listed'), old, old);
  writeFileSync(join(folder, 'files/new.pdf'), 'new');
  prune();
  expect(remainingFiles()).toContain('files/new.pdf');
  rmSync(folder, { recursive: true });
});

test('every service, network, volume, and file that a service references exists', () => {
  for (const [, service] of services) {
    const needs = Array.isArray(service.depends_on)
      ? service.depends_on
      : Object.keys(service.depends_on ?? {});
    for (const name of needs) expect(compose.services).toHaveProperty(name);
    for (const name of service.networks ?? []) expect(compose.networks).toHaveProperty(name);
    for (const [from = ''] of (service.volumes ?? []).map((volume) => filled(volume).split(':'))) {
      if (from.startsWith('.')) expect(existsSync(`${root}${from}`)).toBe(true);
      else expect(compose.volumes).toHaveProperty(from);
    }
  }
  const proxied = [...read('deploy/Caddyfile.common').matchAll(/([\w-]+):3000/g)].map(
    ([, name]) => name,
  );
  expect(proxied).toEqual(products.map(([name]) => name).filter((name) => name !== 'worker'));
});

test("everything that the image copies exists and isn't ignored, or comes from an earlier stage", () => {
  const lines = read('Dockerfile').split('\n');
  const stages = lines.flatMap((line) => /^FROM \S+ AS (\w+)/.exec(line)?.[1] ?? []);
  const passed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copies = lines
    .filter((line) => line.startsWith('COPY '))
    .map((line) => line.split(/\s+/).slice(1));
  expect(copies.length).toBeGreaterThan(10);
  for (const words of copies) {
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const sources = words.filter((word) => !word.startsWith('--')).slice(0, -1);
    if (from !== undefined) expect(stages).toContain(from);
    for (const source of sources.filter(() => from === undefined)) {
      expect(existsSync(`${root}${source}`), source).toBe(true);
      expect(
        passed.some((one) => source === one || source.startsWith(`${one}/`)),
        source,
      ).toBe(true);
    }
  }
  expect(lines).toContain('USER node');
});

test('the image copies every workspace of the lock file before installing packages', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  for (const workspace of workspaces)
    expect(read('Dockerfile')).toContain(`COPY ${workspace}/package.json ${workspace}/`);
});

test('the documentation lists every setting', () => {
  const pages = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' });
  const text = pages
    .filter((name) => name.endsWith('.md') && !name.startsWith('adr'))
    .map((name) => read(`docs/${name}`))
    .join('');
  const starred = [...text.matchAll(/`([A-Z0-9_]+_)\*`/g)].map(([, prefix = '']) => prefix);
  const missing = settingNames.filter(
    (name) => !text.includes(`\`${name}\``) && !starred.some((prefix) => name.startsWith(prefix)),
  );
  expect(missing).toEqual([]);
});
