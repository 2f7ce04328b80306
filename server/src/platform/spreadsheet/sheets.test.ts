import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { exportConnections } from '../../../test/export-connections.ts';
import { noParts } from './parts.ts';
import { Sheets } from './sheets.ts';
import type { SheetOrder } from './thread.ts';

/** A thread's program of a few lines. */
const program = (source: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${source}`)}`,
  );

const order: SheetOrder = {
  source: { address: 'postgres://nobody@127.0.0.1:1/nothing', replica: null },
  query: { text: 'copy (select 1) to stdout', fields: [] },
  format: 'csv',
  sheetName: 'Rows',
  columns: [],
  facts: {},
};

test('a thread that ends fails the files that it made, and the next order starts another one', async () => {
  const sheets = new Sheets(
    program(`parentPort.on('message', ({ id, order }) => {
      if (order?.sheetName === 'Rows') process.exit(3);
      if (order) parentPort.postMessage({ id, done: true, rows: 0 });
    });`),
  );
  const failed = await Promise.allSettled([1, 2].map(() => buffer(sheets.make(order))));
  for (const one of failed)
    expect(one).toMatchObject({
      status: 'rejected',
      reason: { message: 'The thread of exports ended' },
    });
  expect(await text(sheets.make({ ...order, sheetName: 'Others' }))).toBe('');
});

test('a thread whose memory runs out fails its file and nothing else', async () => {
  const sheets = new Sheets(
    program(
      `const all = []; parentPort.on('message', () => { for (;;) all.push(new Array(1000).fill(all.length + 0.5)); });`,
    ),
  );
  await expect(buffer(sheets.make(order))).rejects.toMatchObject({
    code: 'ERR_WORKER_OUT_OF_MEMORY',
  });
}, 60_000);

test('what a thread cannot be started with is told', async () => {
  const sheets = new Sheets(program(`throw new Error('a broken program')`));
  await expect(buffer(sheets.make(order))).rejects.toThrow('a broken program');
});

test('the thread makes no more than its reader takes, and is told when nobody reads', async () => {
  const sheets = new Sheets(
    program(`const told = [];
      parentPort.on('message', ({ id, order, stop }) => {
        told.push(stop ? 'stop' : order ? 'order' : 'more');
        if (order?.sheetName === 'What was told') {
          parentPort.postMessage({ id, piece: new TextEncoder().encode(told.join(' ')), rows: 1 });
          parentPort.postMessage({ id, done: true, rows: 1 });
        }
      });`),
  );
  const content = sheets.make(order);
  content.read();
  content.destroy();
  expect(await text(sheets.make({ ...order, sheetName: 'What was told' }))).toMatch(
    /^order (more )*stop order$/,
  );
});

const rowSheets = (): Sheets =>
  new Sheets(new URL('../../../test/rows-thread.ts', import.meta.url));
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('many files at once are each their own', async () => {
  const sheets = rowSheets();
  const made = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      let rows = 0;
      const content = sheets.make(
        {
          ...order,
          source: { address: app.deps.database.address, replica: null },
          query: {
            text: `copy (select ${index} * 10000 + n from generate_series(1, 3000) n) to stdout`,
            fields: [['n', 'number']],
          },
          columns: [{ header: `File ${index}`, kind: 'number' }],
        },
        { onRows: (count) => (rows = count) },
      );
      return { lines: (await text(content)).trimEnd().split('\r\n'), rows: () => rows };
    }),
  );
  for (const [index, { lines, rows }] of made.entries()) {
    expect(lines).toEqual([
      // `text` takes the byte order mark off.
      `File ${index}`,
      ...Array.from({ length: 3000 }, (_, at) => String(index * 10_000 + at + 1)),
    ]);
    expect(rows()).toBe(3000);
  }
});

test.each(['csv', 'xlsx'] as const)(
  'a reader of a %s who goes away ends the statement and its connection',
  async (format) => {
    const content = rowSheets().make({
      ...order,
      format,
      source: { address: app.deps.database.address, replica: null },
      query: {
        text: 'copy (select repeat(n::text, 50) from generate_series(1, 10000000) n) to stdout',
        fields: [['text', 'text']],
      },
      columns: [{ header: 'Text', kind: 'text' }],
    });
    await new Promise((done) => content.once('readable', done));
    expect(await exportConnections(app)).toBe(1);
    content.destroy();
    await expect.poll(() => exportConnections(app), { timeout: 20_000 }).toBe(0);
  },
);

const numbers = (from: number, to: number): SheetOrder => ({
  ...order,
  source: { address: app.deps.database.address, replica: null },
  query: {
    text: `copy (select generate_series(${from}, ${to})) to stdout`,
    fields: [['n', 'number']],
  },
  columns: [{ header: 'Number', kind: 'number' }],
});

test('parts are begun at the same time and written one after the other', async () => {
  const sheets = rowSheets();
  const first = sheets.makePart(numbers(1, 50_000), Promise.resolve(noParts));
  const second = sheets.makePart(numbers(50_001, 90_000), first.end);
  await expect.poll(() => exportConnections(app), { timeout: 20_000 }).toBe(2);
  const lines = (await text(first.content)) + (await text(second.content));
  expect(lines.trimEnd().split('\r\n')).toEqual([
    'Number',
    ...Array.from({ length: 90_000 }, (_, at) => String(at + 1)),
  ]);
  expect(await second.end).toMatchObject({ rows: 90_000, raw: Buffer.byteLength(lines) + 3 });
});

test('a part whose beginning is never known ends with its statement', async () => {
  const sheets = rowSheets();
  const waiting = sheets.makePart(numbers(1, 10_000_000), new Promise(() => undefined));
  await expect.poll(() => exportConnections(app), { timeout: 20_000 }).toBe(1);
  waiting.content.destroy();
  await expect(waiting.end).rejects.toThrow('has no end');
  await expect.poll(() => exportConnections(app), { timeout: 20_000 }).toBe(0);
  const after = sheets.makePart(numbers(1, 10_000_000), Promise.reject(new Error('none before')));
  await expect(buffer(after.content)).rejects.toThrow('none before');
  await expect(after.end).rejects.toThrow('none before');
  await expect.poll(() => exportConnections(app), { timeout: 20_000 }).toBe(0);
});

test('a database that cannot be reached fails the file with its reason', async () => {
  const sheets = rowSheets();
  await expect(buffer(sheets.make(order))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
