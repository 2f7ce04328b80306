import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { TestClock } from '../../../test/edges.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { CallCounter, countMailTo } from './counter.ts';

let database: OpenDatabase;
const clock = new TestClock(new Date('2026-03-10T12:00:00Z'));
let counter: CallCounter;
beforeAll(async () => {
  database = await createTestDatabase(inject('template'));
  counter = new CallCounter(database.db, clock);
});
afterAll(() => database.close());

const refusalOf = async (key: string): Promise<AppError | null> => {
  try {
    await counter.take(key, 2, 720);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

test('a caller over the limit gets the seconds to wait, after which the call works', async () => {
  expect([await refusalOf('often'), await refusalOf('often')]).toEqual([null, null]);
  expect(await refusalOf('often')).toMatchObject({
    retryAfter: 720,
    message: 'Too many attempts. Please try again in 12 minutes.',
  });
  clock.pass(700);
  expect(await refusalOf('often')).toMatchObject({
    retryAfter: 20,
    message: 'Too many attempts. Please try again in 20 seconds.',
  });
  clock.pass(20);
  expect(await refusalOf('often')).toBeNull();
});

test('one contractor can send twelve messages a day to an address, and others can still write to it', async () => {
  const write = async (contractorId: number): Promise<number | undefined> => {
    try {
      await countMailTo(counter, 'Much.Written@to.test', contractorId);
      return 0;
    } catch (error) {
      if (error instanceof AppError) return error.retryAfter;
      throw error;
    }
  };
  for (let message = 0; message < 10; message += 1) expect(await write(1)).toBe(0);
  expect(await write(1)).toBe(3600);
  clock.pass(3600);
  expect([await write(1), await write(1), await write(1)]).toEqual([0, 0, 23 * 3600]);
  expect([await write(2), await write(3)]).toEqual([0, 0]);
});

test('a limit reached while the clock was ahead ends when the clock is corrected', async () => {
  clock.pass(2 * 24 * 3600);
  for (let call = 0; call < 3; call += 1) await counter.count('ahead', 720);
  expect(await refusalOf('ahead')).not.toBeNull();
  clock.pass(-2 * 24 * 3600);
  expect([await refusalOf('ahead'), await refusalOf('ahead')]).toEqual([null, null]);
  expect(await refusalOf('ahead')).not.toBeNull();
});

test('two processes with clocks a second apart share the count', async () => {
  const other = new CallCounter(database.db, { now: () => new Date(clock.now().getTime() + 1000) });
  await other.count('together', 60);
  await counter.count('together', 60);
  expect(await counter.count('together', 60)).toBe(3);
});

test('concurrent calls are each counted', async () => {
  const counts = await Promise.all(Array.from({ length: 20 }, () => counter.count('at once', 60)));
  expect(counts.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_none, index) => index + 1),
  );
});
