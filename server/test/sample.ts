/** Whether this is `npm run test:all`, which leaves nothing out. */
export const isAll = process.env['TEST_ALL'] === '1';

/** Every so many of the cases in `npm test`, all of them in `npm run test:all`. */
export const sample = <Case>(cases: readonly Case[], every: number): Case[] =>
  cases.filter((_case, at) => isAll || at % every === 0);
