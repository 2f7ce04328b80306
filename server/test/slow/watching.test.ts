import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import Fastify from 'fastify';
import { EventEmitter } from 'node:events';
import { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isRecord } from '@lintel/contract/core/narrow';
import { openDatabase } from '../../src/platform/db/connect.ts';
import { StatementWatch } from '../../src/platform/db/statements.ts';
import {
  measureJobs,
  measureMail,
  measureQueue,
  measureRequests,
  openRegistry,
} from '../../src/platform/metrics.ts';
import { createServer } from '../../src/platform/http/server.ts';
import { openTestRenderer, silent } from '../renderer.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** The metrics in an expression, or an error if it is invalid. */
function namesIn(expression: string): string[] {
  const plain = expression.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  parser.parse(plain).iterate({
    enter: ({ name, type, from, to }) => {
      if (type.isError) throw new Error(`Not an expression: ${expression}`);
      if (name === 'Identifier' && !/^(Label|Grouping)/.test(type.name))
        names.push(plain.slice(from, to));
    },
  });
  return names;
}

let measured: Set<string>;
beforeAll(async () => {
  const pool = new Pool();
  const pools = { requests: pool, reports: pool, jobs: pool };
  const statements = new StatementWatch();
  const address = 'postgres://nobody@127.0.0.1:1/nothing';
  const database = openDatabase(address, {
    replica: { address, log: silent },
  });
  const drawing = openTestRenderer();
  const { replica } = database;
  const registry: Registry = openRegistry({
    pools,
    statements,
    replica,
    drawing,
    build: { version: '1.0.0', commit: undefined },
  });
  measureRequests(Fastify(), registry);
  await createServer({ logger: silent, shed: { registry, waiting: () => 0 } });
  measureJobs(new EventEmitter(), registry);
  measureQueue(pool, registry);
  measureMail(registry, () => ({}));
  measured = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  await drawing.close();
  await database.close();
});

const isMeasured = (name: string): boolean =>
  measured.has(name) || measured.has(name.replace(/_(bucket|count|sum)$/, ''));

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
}

test('the alert rules are valid expressions over existing metrics', async () => {
  const { groups }: { groups: { rules: Rule[] }[] } = parse(
    await read('deploy/prometheus/lintel.rules.yaml'),
  );
  const rules = groups.flatMap((group) => group.rules);
  const recorded = new Set(rules.flatMap(({ record = [] }) => record));
  const asked = rules.flatMap(({ expr }) => namesIn(expr));
  expect(rules.filter(({ alert }) => alert !== undefined).length).toBeGreaterThan(10);
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter((name) => !recorded.has(name) && !isMeasured(name))).toEqual([]);
});

test('the dashboard uses existing metrics', async () => {
  const { panels }: { panels: unknown[] } = JSON.parse(await read('deploy/grafana/lintel.json'));
  const expressions = panels
    .filter(isRecord)
    .flatMap(({ targets }) => (Array.isArray(targets) ? targets : []))
    .map(({ expr }: { expr: string }) => expr);
  const asked = expressions.flatMap(namesIn);
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !isMeasured(name))).toEqual([]);
});

test('every metric of the product is documented', async () => {
  const told = `${await read('docs/operations/monitoring.md')}${await read('docs/operations/slo.md')}`;
  const own = [...measured].filter((name) => /^(lintel|http)_/.test(name));
  expect(own.filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
});

test('finds invalid expressions and unknown metrics', () => {
  expect(() => namesIn('sum(rate(lintel_reads_total[5m])')).toThrow('Not an expression');
  expect(namesIn('sum by (outcome) (rate(made_up_total{state="x"}[5m]))')).toEqual([
    'made_up_total',
  ]);
});
