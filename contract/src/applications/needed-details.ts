import type { LenderNeed } from '../lenders/needs.ts';

/** A need, and the states in which it applies; empty for all. */
export interface NeededDetail {
  need: LenderNeed;
  states: readonly string[];
}

/** The details that a homeowner in this state must give. */
export const neededIn = (asked: readonly NeededDetail[], state: string): LenderNeed[] =>
  asked
    .filter(({ states }) => states.length === 0 || states.includes(state))
    .map(({ need }) => need);
