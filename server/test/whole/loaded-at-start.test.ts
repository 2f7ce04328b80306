import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/** Large packages that aren't needed until first use. */
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

/** A file's static imports. */
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

/** The packages loaded with a file, and the files that import them. */
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

test("the server doesn't load large, rarely needed packages at startup", () => {
  const loaded = loadedWith(join(import.meta.dirname, '../../src/main.ts'));
  // Checks that the search works.
  for (const name of ['fastify', 'pg', 'drizzle-orm', 'graphile-worker'])
    expect([...loaded.keys()]).toContain(name);
  expect(later.flatMap((name) => (loaded.has(name) ? [[name, loaded.get(name)]] : []))).toEqual([]);
});
