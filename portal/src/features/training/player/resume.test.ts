import { expect, it } from 'vitest';
import { resumeAt } from './watch-log.ts';

it('a video resumes where it was left, less 0.01 s [ADM-177]', () => {
  expect(resumeAt({ videoStatus: 'paused', currentVideoTime: 42.5 }, 300)).toBeCloseTo(42.49, 6);
  expect(resumeAt({ videoStatus: null, currentVideoTime: 0 }, 300)).toBe(0);
});

it('a finished video starts over, unless it was left in the middle of a second viewing', () => {
  expect(resumeAt({ videoStatus: 'ended', currentVideoTime: 300 }, 300)).toBe(0);
  expect(resumeAt({ videoStatus: 'ended', currentVideoTime: 100 }, 300)).toBeCloseTo(99.99, 6);
  expect(resumeAt({ videoStatus: 'paused', currentVideoTime: 400 }, 300)).toBe(0);
});
