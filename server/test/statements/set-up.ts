import { afterEach, expect } from 'vitest';
import { takeRejected } from './checked.ts';

afterEach(() => {
  expect(takeRejected(), 'Statements that name no contractor').toEqual([]);
});
