import { expect, it } from 'vitest';
import { waitWords } from './wait-text.ts';

it('shows a wait in a fitting unit, never shorter than it is', () => {
  const said = [0, 0.2, 1, 59.5, 90, 91, 120, 121, 720, 3600, 5400, 5401, 86_400].map(waitWords);
  expect(said).toEqual([
    '1 second',
    '1 second',
    '1 second',
    '60 seconds',
    '90 seconds',
    '2 minutes',
    '2 minutes',
    '3 minutes',
    '12 minutes',
    '60 minutes',
    '90 minutes',
    '2 hours',
    '24 hours',
  ]);
});
