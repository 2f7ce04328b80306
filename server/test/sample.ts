/** Whether this is `npm run test:all`, which runs every case. */
export const isAll = process.env['TEST_ALL'] === '1';

/** Every nth case in `npm test`, all of them in `npm run test:all`. */
export const sample = <Case>(cases: readonly Case[], every: number): Case[] =>
  cases.filter((_case, at) => isAll || at % every === 0);
