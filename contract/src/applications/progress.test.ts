import { expect, test } from 'vitest';
import {
  actorLabels,
  getProgress,
  stepKeys,
  steps,
  type ApplicationFacts,
  type Step,
} from './progress.ts';

const sent = new Date('2026-03-01T15:00:00Z');
const later = (days: number): Date => new Date(sent.getTime() + days * 86_400_000);
const nothing: ApplicationFacts = {
  completedAt: null,
  answeredAt: null,
  hasOffers: false,
  informationRequestedAt: null,
  approvedAt: null,
  fundedAt: null,
  withdrawnAt: null,
  isQualified: false,
};
const offered = { ...nothing, completedAt: sent, answeredAt: sent, hasOffers: true };
const asked = { ...offered, informationRequestedAt: later(2) };
const at = (facts: ApplicationFacts, days: number, isChosen = facts.hasOffers, isGone = false) =>
  getProgress(facts, { isChosen, isGone }, later(days));

const cases: [what: string, facts: ApplicationFacts, days: number, step: Step][] = [
  ['started', nothing, 0, 'fillIn'],
  ['sent', { ...nothing, completedAt: sent }, 0, 'search'],
  ['answered without offers', { ...offered, hasOffers: false }, 1, 'noOffers'],
  ['with offers', offered, 1, 'choose'],
  ['with a chosen offer', offered, 1, 'decide'],
  ['waiting for information', asked, 3, 'inform'],
  ['waiting for information for 50 days', asked, 52, 'inform'],
  ['waiting for information for more than 50 days', asked, 52.001, 'expired'],
  ['approved after all', { ...asked, approvedAt: later(60) }, 61, 'startWork'],
  ['funded', { ...asked, approvedAt: later(4), fundedAt: later(9) }, 10, 'funded'],
  ['withdrawn', { ...asked, withdrawnAt: later(5) }, 6, 'withdrawn'],
  ['withdrawn long ago', { ...asked, withdrawnAt: later(5) }, 400, 'withdrawn'],
  [
    'withdrawn after the funding',
    { ...asked, fundedAt: later(4), withdrawnAt: later(5) },
    6,
    'funded',
  ],
  ['funded before the approval was reported', { ...asked, fundedAt: later(9) }, 90, 'funded'],
];

test.each(cases)('finds the step of an application: %s', (_what, facts, days, step) => {
  const progress = at(facts, days, facts.hasOffers && step !== 'choose');
  expect(progress).toMatchObject({ step, actor: steps[step].actor });
});

test('every party acts at some step, and every step has a description', () => {
  expect(new Set(stepKeys.map((key) => steps[key].actor))).toEqual(
    new Set(Object.keys(actorLabels)),
  );
  for (const key of stepKeys) expect(steps[key].help.length).toBeGreaterThan(30);
});

test('shows the expiration 50 days after the information request, until approval', () => {
  expect(at(asked, 3).expiresAt).toEqual(later(52));
  expect(at(asked, 100).expiresAt).toEqual(later(52));
  expect(at({ ...asked, approvedAt: later(4) }, 5).expiresAt).toBeNull();
  expect(at(offered, 100).expiresAt).toBeNull();
});

test('with a "qualified" offer it waits without expiring and can still be approved [ACC-233]', () => {
  const qualified = { ...asked, isQualified: true };
  expect(at(qualified, 400)).toMatchObject({
    step: 'inform',
    decision: '-',
    expiresAt: null,
    reapplyFrom: null,
  });
  expect(at({ ...qualified, approvedAt: later(60) }, 400).decision).toBe('APPROVED');
});

test('an approved application that is withdrawn loses its decision, unless it was funded', () => {
  const approved = { ...asked, approvedAt: later(3), withdrawnAt: later(4) };
  expect(at(approved, 5)).toMatchObject({ step: 'withdrawn', decision: '-' });
  expect(at({ ...approved, fundedAt: later(5) }, 6)).toMatchObject({ decision: 'APPROVED' });
});

test('is withdrawn when lenders withdraw all offers', () => {
  expect(at(offered, 2, false, true)).toMatchObject({
    step: 'withdrawn',
    decision: '-',
    reapplyFrom: later(90),
  });
});

test('an unsuccessful application can be repeated 90 days after it was sent', () => {
  expect(at({ ...offered, hasOffers: false }, 1).reapplyFrom).toEqual(later(90));
  expect(at(asked, 53).reapplyFrom).toEqual(later(90));
  expect(at(asked, 51).reapplyFrom).toBeNull();
  expect(at({ ...asked, withdrawnAt: later(3) }, 4).reapplyFrom).toEqual(later(90));
  expect(at({ ...asked, approvedAt: later(54) }, 55).reapplyFrom).toBeNull();
});

test('the decision is a dash, EXPIRED after the wait, or APPROVED once any lender approves', () => {
  expect(at(offered, 400).decision).toBe('-');
  expect(at(asked, 52).decision).toBe('-');
  expect(at(asked, 53).decision).toBe('EXPIRED');
  expect(at({ ...asked, approvedAt: later(60) }, 61).decision).toBe('APPROVED');
});
