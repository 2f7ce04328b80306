import { afterEach, expect, test } from 'vitest';
import { standingClock } from '../../../test/edges.ts';
import { silent } from '../../../test/renderer.ts';
import { nestedStreams } from '../../../test/hostile-files.ts';
import { Helper } from './helper.ts';
import type { StartTimer } from './bounds.ts';
import { HelperPool } from './pool.ts';

const bounds = { time: 3000, memory: 700_000_000, patience: 1000 };

const closed: (() => void)[] = [];
afterEach(() => closed.splice(0).forEach((close) => close()));

function helperWith(clock: { later: StartTimer }, limits = bounds): Helper {
  const helper = new Helper(limits, silent, clock.later);
  closed.push(() => helper.close());
  return helper;
}

const liquid = (source: string, data: Record<string, unknown> = {}) =>
  ({ source, data, escaping: 'html', timeZone: 'America/New_York' }) as const;

test("a helper without CPU time reports busy, doesn't blame its task, and runs the next one", async () => {
  const clock = standingClock();
  const helper = helperWith(clock);
  expect(await helper.run('liquid', liquid('{{ "a" | upcase }}'))).toEqual({ text: 'A' });
  const { pid } = helper.stats();
  process.kill(pid ?? 0, 'SIGSTOP');
  const late = helper.run('liquid', liquid('fine'));
  clock.strike();
  await expect(late).rejects.toMatchObject({
    code: 'busy',
    message: 'The server is busy. Please try again.',
  });
  expect(await helper.run('liquid', liquid('fine'))).toEqual({ text: 'fine' });
  expect(helper.stats().pid).not.toBe(pid);
});

test('a task over its CPU limit is killed, whatever the wall-clock limit', async () => {
  const helper = helperWith(standingClock(), { ...bounds, time: 500 });
  const rules = Array.from({ length: 3000 }, (_, at) => `.a${at} b i { color: red }`).join('');
  const heavy = `<style>${rules}</style>${'<p class="a1"><b><i>x</i></b></p>'.repeat(9000)}`;
  await expect(helper.run('inline-styles', heavy)).rejects.toMatchObject({ code: 'timeout' });
  expect(await helper.run('liquid', liquid('fine'))).toEqual({ text: 'fine' });
});

test("a process's startup doesn't count toward the limit", async () => {
  const helper = helperWith(standingClock(), { ...bounds, time: 100 });
  expect(
    await helper.run('inline-styles', '<p class="a">x</p><style>.a { color: red }</style>'),
  ).toContain('color: red');
});

test('a process killed from outside is restarted transparently', async () => {
  const clock = standingClock();
  const helper = helperWith(clock);
  await helper.run('liquid', liquid('x'));
  const { pid } = helper.stats();
  process.kill(pid ?? 0, 'SIGSTOP');
  const asked = helper.run('liquid', liquid('fine'));
  process.kill(pid ?? 0, 'SIGKILL');
  expect(await asked).toEqual({ text: 'fine' });
  expect(helper.stats().starts).toBe(2);
});

test("a process killed from outside twice, or closed, doesn't blame its task", async () => {
  const helper = helperWith(standingClock());
  await helper.run('liquid', liquid('x'));
  const asked = helper.run('liquid', liquid('fine'));
  const ended = expect(asked).rejects.toMatchObject({ code: 'unavailable' });
  for (const starts of [1, 2]) {
    await expect.poll(() => helper.stats().starts, { interval: 5, timeout: 20_000 }).toBe(starts);
    process.kill(helper.stats().pid ?? 0, 'SIGSTOP');
    process.kill(helper.stats().pid ?? 0, 'SIGKILL');
  }
  await ended;
  helper.close();
  await expect(helper.run('liquid', liquid('fine'))).rejects.toMatchObject({ code: 'unavailable' });
});

test("a process that can't start frees its place for the next task", async () => {
  const clock = standingClock();
  const helper = helperWith(clock);
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  try {
    await expect(helper.run('liquid', liquid('x'))).rejects.toMatchObject({ code: 'unavailable' });
  } finally {
    process.execPath = execPath;
  }
  expect([helper.stats().pid, clock.waiting()]).toEqual([null, 0]);
  expect(await helper.run('liquid', liquid('fine'))).toEqual({ text: 'fine' });
});

test("input that can't be sent to a process frees its place for the next task", async () => {
  const clock = standingClock();
  const helper = helperWith(clock);
  // Functions can't be serialized, so sending one fails as it does without a file handle.
  const unsendable = liquid('x', { call: () => undefined });
  await expect(helper.run('liquid', unsendable)).rejects.toMatchObject({ code: 'unavailable' });
  expect(clock.waiting()).toBe(0);
  expect(await helper.run('liquid', liquid('fine'))).toEqual({ text: 'fine' });
});

test("a process whose native code crashed isn't used again", async () => {
  const helper = helperWith(standingClock());
  const noPicture = new Uint8Array([1, 2, 3]);
  const broken = helper.run('difference', { first: noPicture, second: noPicture });
  await expect(broken).rejects.toMatchObject({ code: 'failed' });
  expect(helper.stats().pid).toBeNull();
  expect(await helper.run('liquid', liquid('fine'))).toEqual({ text: 'fine' });
});

test('an out-of-memory crash is blamed on the input', async () => {
  const helper = helperWith(standingClock(), { ...bounds, memory: 30_000_000 });
  await expect(helper.run('liquid', liquid('x'))).rejects.toMatchObject({ code: 'too_large' });
});

test("a pool runs one task at a time in each process, and reports the queue's length", async () => {
  const clock = standingClock();
  const pool = new HelperPool({ size: 1, waiting: 1, bounds, log: silent, later: clock.later });
  closed.push(() => pool.close());
  await pool.run('liquid', liquid('x'));
  process.kill(pool.stats().pid ?? 0, 'SIGSTOP');
  const [first, second, third] = [1, 2, 3].map((number) =>
    pool.run('liquid', liquid(String(number))),
  );
  expect(pool.stats()).toMatchObject({ running: 1, waiting: 1 });
  await expect(third).rejects.toMatchObject({ code: 'busy' });
  process.kill(pool.stats().pid ?? 0, 'SIGCONT');
  expect(await Promise.all([first, second])).toEqual([{ text: '1' }, { text: '2' }]);
  expect(clock.waiting()).toBe(0);
});

test('an idle pool stops its processes, and restarts them on demand', async () => {
  const pool = new HelperPool({
    size: 1,
    waiting: 1,
    bounds,
    log: silent,
    later: standingClock().later,
    idle: 0,
  });
  closed.push(() => pool.close());
  await pool.run('liquid', liquid('x'));
  await expect.poll(() => pool.stats().pid, { timeout: 20_000 }).toBeNull();
  expect(await pool.run('liquid', liquid('y'))).toEqual({ text: 'y' });
});

test('checking a PDF with 145,000 possible start positions stays within its limits', async () => {
  const helper = helperWith(standingClock(), { ...bounds, time: 1000 });
  const ended = await helper.run('examine-pdf', nestedStreams(138_000)).then(
    ({ problem }) => problem,
    ({ code }: { code: string }) => code,
  );
  expect(['damaged', 'timeout']).toContain(ended);
});
