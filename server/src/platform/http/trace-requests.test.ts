import { afterEach, expect, test } from 'vitest';
import { silent } from '../../../test/renderer.ts';
import { currentSpan, traceWith, type Facts, type SpanStart } from '../observe/tracing.ts';
import { createServer } from './server.ts';

const theirs = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
const ours = `00-${'12'.repeat(16)}-${'34'.repeat(8)}-01`;

interface Taken extends SpanStart {
  name: string;
  facts: Facts;
  ended: boolean;
}
afterEach(() => traceWith(null));

/** A server that records traces, with a route that returns its current one. */
async function traced(settings: { trustProxy?: string; trustTraceparent?: boolean }) {
  const taken: Taken[] = [];
  traceWith((name, start) => {
    const span: Taken = { ...start, name, facts: { ...start.facts }, ended: false };
    taken.push(span);
    return {
      traceId: '12'.repeat(16),
      traceparent: ours,
      set: (facts) => void Object.assign(span.facts, facts),
      end: () => void (span.ended = true),
    };
  });
  const app = await createServer({ logger: silent, ...settings });
  const answer = () => ({ within: currentSpan()?.traceparent });
  app.get('/things/:secret', answer);
  app.post('/things', answer);
  app.get('/healthz', answer);
  const ask = (url: string, headers = {}) => app.inject({ url, headers });
  return { app, taken, ask };
}

test('a request is a span named by its route, and the response names its trace', async () => {
  const { taken, ask } = await traced({});
  const answer = await ask('/things/s3cret?who=ann@example.com');
  expect(answer.json()).toEqual({ within: ours });
  expect(answer.headers['server-timing']).toBe(`traceparent;desc="${ours}"`);
  expect(taken).toEqual([
    expect.objectContaining({ name: 'GET /things/:secret', kind: 'server', ended: true }),
  ]);
  expect(JSON.stringify(taken)).not.toMatch(/s3cret|ann/);
});

test('reading a body keeps the trace', async () => {
  const { app } = await traced({});
  const answer = await app.inject({ method: 'POST', url: '/things', payload: { a: 1 } });
  expect(answer.json()).toEqual({ within: ours });
});

test.each([
  ['anybody', {}],
  ['anybody, where only the setting says so', { trustTraceparent: true }],
  ['a trusted proxy, where the setting does not say so', { trustProxy: '1' }],
])('a trace from %s is linked and not continued', async (_who, settings) => {
  const { taken, ask } = await traced(settings);
  await ask('/things/1', { traceparent: theirs });
  expect(taken[0]).toMatchObject({ link: theirs });
  expect(taken[0]?.parent).toBeUndefined();
});

test('a trace from a proxy trusted with it is continued; an invalid one is ignored', async () => {
  const { taken, ask } = await traced({ trustProxy: 'loopback', trustTraceparent: true });
  await ask('/things/1', { traceparent: theirs });
  await ask('/things/1', { traceparent: '00-ab-cd-01; drop' });
  expect(taken.map(({ parent }) => parent)).toEqual([theirs, undefined]);
});

test('frequent polling creates no traces', async () => {
  const { taken, ask } = await traced({});
  await ask('/healthz');
  expect(taken).toEqual([]);
});
