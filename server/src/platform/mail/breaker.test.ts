import { expect, test } from 'vitest';
import { Breaker, NotAsked } from './smtp.ts';

const fails = (): Promise<never> => Promise.reject(new Error('silence'));
const answers = (): Promise<string> => Promise.resolve('an answer');
/** A pause that is over immediately, and one that outlasts a test. */
const brief = { failures: 3, shortest: 0, longest: 0 };
const endless = { failures: 3, shortest: 1e9, longest: 1e9 };

async function failTimes(breaker: Breaker, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await expect(breaker.ask(fails)).rejects.toThrow('silence');
}

test('after three consecutive failures, calls are rejected with the reason', async () => {
  const breaker = new Breaker(endless);
  await failTimes(breaker, 3);
  let asked = 0;
  const counting = async (): Promise<void> => void (asked += 1);
  await expect(breaker.ask(counting)).rejects.toThrow(
    'silence (3 times in a row, so this message was not tried)',
  );
  await expect(breaker.ask(counting)).rejects.toBeInstanceOf(NotAsked);
  expect(asked).toBe(0);
});

test('a success resets the count', async () => {
  const breaker = new Breaker(endless);
  await failTimes(breaker, 2);
  await breaker.ask(answers);
  await failTimes(breaker, 2);
  expect(await breaker.ask(answers)).toBe('an answer');
});

test('after the pause a single call tries, and its success lets all others through', async () => {
  const breaker = new Breaker(brief);
  await failTimes(breaker, 3);
  const first = breaker.ask(async () => {
    await expect(breaker.ask(answers)).rejects.toBeInstanceOf(NotAsked);
    return 'back';
  });
  expect(await first).toBe('back');
  expect(await Promise.all([breaker.ask(answers), breaker.ask(answers)])).toEqual([
    'an answer',
    'an answer',
  ]);
});

test('another failure after the pause starts a new pause', async () => {
  const breaker = new Breaker({ failures: 1, shortest: 0, longest: 0 });
  await failTimes(breaker, 2);
  const first = breaker.ask(async () => {
    await expect(breaker.ask(answers)).rejects.toBeInstanceOf(NotAsked);
    return fails();
  });
  await expect(first).rejects.toThrow('silence');
  expect(await breaker.ask(answers)).toBe('an answer');
});
