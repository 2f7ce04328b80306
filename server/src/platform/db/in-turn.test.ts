import { beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../../../test/app.ts';
import { InTurn } from './in-turn.ts';
import type { Database } from './connect.ts';

const app = await createTestApp();
const { db } = app.deps.database;

let begun: string[] = [];
let ends: ((how: 'well' | 'badly') => void)[] = [];
beforeEach(() => {
  begun = [];
  ends = [];
});

/** Asks a question whose answer comes when the test says so. */
const asker =
  (inTurn: InTurn, of: Database = db) =>
  (question: string): Promise<string> =>
    inTurn.ask(of, question, () => {
      begun.push(question);
      return new Promise((resolve, reject) => {
        ends.push((how) =>
          how === 'well' ? resolve(`${question} answered`) : reject(new Error('failed')),
        );
      });
    });
const end = async (at: number, how: 'well' | 'badly' = 'well'): Promise<void> => {
  ends[at]?.(how);
  await new Promise((resolve) => setImmediate(resolve));
};

test('only so many run at once, and the others follow in the order in which they came', async () => {
  const ask = asker(new InTurn(2));
  const answers = ['a', 'b', 'c', 'd'].map(ask);
  expect(begun).toEqual(['a', 'b']);
  await end(1);
  expect(begun).toEqual(['a', 'b', 'c']);
  await end(0);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await end(2);
  await end(3);
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'].map((one) => `${one} answered`));
});

test('who asks what waits already shares its answer, but never one that has begun', async () => {
  const ask = asker(new InTurn(1));
  const first = ask('same');
  const second = ask('same');
  const third = ask('same');
  expect(begun).toEqual(['same']);
  await end(0);
  expect(begun).toEqual(['same', 'same']);
  const fourth = ask('same');
  await end(1);
  expect(begun).toEqual(['same', 'same', 'same']);
  await end(2);
  expect(new Set(await Promise.all([first, second, third, fourth])).size).toBe(1);
});

test('a failure is told to those who share it, and the next one follows', async () => {
  const ask = asker(new InTurn(1));
  const answers = Promise.allSettled(['a', 'b', 'b', 'c'].map(ask));
  await end(0, 'badly');
  await end(1, 'badly');
  await end(2);
  expect((await answers).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  const again = ask('b');
  await end(3);
  expect(await again).toBe('b answered');
});
