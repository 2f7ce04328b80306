import type { LenderNeed } from '../lenders/needs.ts';

/** A need, and the states whose homeowners are asked for it; empty for all. */
export interface AskedDetail {
  need: LenderNeed;
  states: readonly string[];
}

/** What a homeowner in this state is asked for. */
export const neededIn = (asked: readonly AskedDetail[], state: string): LenderNeed[] =>
  asked
    .filter(({ states }) => states.length === 0 || states.includes(state))
    .map(({ need }) => need);
