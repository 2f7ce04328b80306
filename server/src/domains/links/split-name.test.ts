import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test.each([
  ['Ann Lee', 'Ann', 'Lee'],
  ['  Ann   Marie  Lee ', 'Ann Marie', 'Lee'],
  ['Lee, Ann', 'Ann', 'Lee'],
  ['Ann Lee, Jr.', 'Ann', 'Lee Jr.'],
  ['Juan de la Cruz', 'Juan', 'de la Cruz'],
  ['Mr. Otto von Berg III', 'Otto', 'von Berg III'],
  ['Ann and Bob Lee', 'Ann', 'Lee'],
  ['Ann & Bob Lee', 'Ann', 'Lee'],
  ['Prince', 'Prince', ''],
  ['Dr.', 'Dr.', ''],
  ['', '', ''],
  [',', '', ''],
])('splits %j into %j and %j', (name, firstName, lastName) =>
  expect(splitName(name)).toEqual({ firstName, lastName }),
);
