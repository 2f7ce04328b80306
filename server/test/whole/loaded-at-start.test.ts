import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/** Large, and not needed before somebody asks for what they do. */
const later = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@cantoo/pdf-lib',
  '@hyzyla/pdfium',
  '@myriaddreamin/typst-ts-node-compiler',
  '@opentelemetry/exporter-metrics-otlp-proto',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  '@takumi-rs/core',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-en',
  'html-to-text',
  'juice',
  'libphonenumber-js',
  'liquidjs',
  'nodemailer',
  'pixelmatch',
  'playwright-core',
  'qrcode',
  'sanitize-html',
  'sharp',
  'stripe',
];

/** What a file loads before it runs. */
function importsOf(path: string): string[] {
  const { module } = parseSync(path, readFileSync(path, 'utf8'));
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ isType, moduleRequest }) =>
      isType || moduleRequest === null ? [] : [moduleRequest.value],
    );
  return [...imported, ...passedOn];
}

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages that are loaded with a file, and which of the files names each. */
function loadedWith(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const open = [entry];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const name of importsOf(path))
      if (name.startsWith('.')) {
        const next = join(dirname(path), name);
        if (next.endsWith('.ts') && existsSync(next)) open.push(next);
      } else packages.set(packageOf(name), path);
  }
  expect(seen.size).toBeGreaterThan(300);
  return packages;
}

test('a server that starts loads nothing that is large and seldom needed', () => {
  const loaded = loadedWith(join(import.meta.dirname, '../../src/main.ts'));
  // The walk finds what is loaded.
  for (const name of ['fastify', 'pg', 'drizzle-orm', 'graphile-worker'])
    expect([...loaded.keys()]).toContain(name);
  expect(later.flatMap((name) => (loaded.has(name) ? [[name, loaded.get(name)]] : []))).toEqual([]);
});
