import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settingNames } from '../server/src/platform/config.ts';
import { root } from './lib/stale.mjs';

const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

interface Service {
  build?: string;
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

/** The file `.env` as the head of `compose.yaml` describes it. */
const envFile = new Map(
  [...read('compose.yaml').matchAll(/^# {3}([A-Z0-9_]+)=(\S+)/gm)].map(
    ([, name = '', value = '']) => [name, value.startsWith('<') ? 'ab'.repeat(32) : value],
  ),
);

/**
 * What `docker compose` puts in the place of `${NAME}`, `${NAME:-default}` and `${NAME:?what is
 * wrong}`.
 */
const filled = (text: string): string =>
  text.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g, (_whole, name: string, preset?: string) => {
    const value = envFile.get(name) ?? preset;
    if (value === undefined) throw new Error(`${name} is not in .env`);
    return value;
  });

test('every setting of the container and its neighbours is one that the product knows, and together they start it', () => {
  const image = Object.fromEntries(
    [...read('Dockerfile').matchAll(/^(?:ENV)?\s+([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  expect(Object.keys(image)).toContain('METRICS_PORT');
  expect(products.map(([name]) => name)).toEqual(['web-1', 'web-2', 'worker']);
  for (const [, { environment = {} }] of products) {
    for (const name of [...Object.keys(image), ...Object.keys(environment)])
      expect(settingNames).toContain(name);
    const given = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, filled(value)]),
    );
    expect(readConfig({ ...image, ...given })).toMatchObject({
      NODE_ENV: 'production',
      DEMO: '0',
      S3_BUCKET: 'lintel-files',
      TRUST_PROXY: '1',
    });
    for (const said of ['PAYMENTS', 'LENDER_NETWORK', 'NACHA_BANK'])
      expect(() => readConfig({ ...image, ...given, [said]: '' })).toThrow(said);
  }
  expect(compose.services['web-1']?.environment?.['ROLE']).toBe('web');
  expect(compose.services['worker']?.environment?.['ROLE']).toBe('worker');
});

test('whatever a service names is there: services, networks, volumes, files', () => {
  for (const [, service] of services) {
    const needs = Array.isArray(service.depends_on)
      ? service.depends_on
      : Object.keys(service.depends_on ?? {});
    for (const name of needs) expect(compose.services).toHaveProperty(name);
    for (const name of service.networks ?? []) expect(compose.networks).toHaveProperty(name);
    for (const [from = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
      if (from.startsWith('.')) expect(existsSync(`${root}${from}`)).toBe(true);
      else expect(compose.volumes).toHaveProperty(from);
    }
  }
  const proxied = [...read('deploy/Caddyfile').matchAll(/([\w-]+):3000/g)].map(([, name]) => name);
  expect(proxied).toEqual(products.map(([name]) => name).filter((name) => name !== 'worker'));
});

test('everything that the image copies is there and is let through, or was made by an earlier stage', () => {
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

test('every workspace that the lock file knows is in the image before its packages are installed', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  for (const workspace of workspaces)
    expect(read('Dockerfile')).toContain(`COPY ${workspace}/package.json ${workspace}/`);
});

test('the documentation names every setting', () => {
  const pages = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
  const told = pages.map((name) => read(`docs/${name}`)).join('');
  const starred = [...told.matchAll(/`([A-Z0-9_]+_)\*`/g)].map(([, prefix = '']) => prefix);
  const untold = settingNames.filter(
    (name) => !told.includes(`\`${name}\``) && !starred.some((prefix) => name.startsWith(prefix)),
  );
  expect(untold).toEqual([]);
});
