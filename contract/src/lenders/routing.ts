import type { CreditBand, OfferKind } from '../applications/constants.ts';
import type { UsState } from '../core/us-states.ts';
import { skipReasons, type SkipReason } from './constants.ts';
import type { LenderNeed } from './needs.ts';

/** Which applications a lender takes. Empty lists mean all; null amounts mean no limit. */
export interface LenderRules {
  isPaused: boolean;
  products: readonly OfferKind[];
  states: readonly UsState[];
  /** In dollars. */
  minAmount: number | null;
  maxAmount: number | null;
  creditBands: readonly CreditBand[];
  projects: readonly string[];
  planIds: readonly number[];
  /** Whether contractors without an own entry get the lender. */
  allContractors: boolean;
  needsMerchantNumber: boolean;
  needs: readonly LenderNeed[];
}

/** A contractor's entry with a lender; null values mean that staff entered none. */
export interface ContractorTerms {
  isAllowed: boolean | null;
  merchantNumber: string;
}

/** The parts of an application that decide which lenders get it. */
export interface RoutedApplication {
  state: string;
  creditBand: CreditBand | null;
  /** In dollars. */
  requestedAmount: number;
  project: string;
  planId: number | null;
  /** The offer kinds that the page accepts. */
  accepts: readonly OfferKind[];
  /** The details that the homeowner gave. */
  details: readonly LenderNeed[];
}

const among = <Value>(allowed: readonly Value[], value: Value | null): boolean =>
  allowed.length === 0 || (value !== null && allowed.includes(value));

/** Every reason why a lender doesn't get an application; empty when it does. */
export function reasonsToSkip(
  rules: LenderRules,
  contractor: ContractorTerms,
  application: RoutedApplication,
): SkipReason[] {
  const { planId, state, requestedAmount, creditBand, project, accepts, details } = application;
  const checks: Record<SkipReason, boolean> = {
    paused: !rules.isPaused,
    // An entry of the contractor's own overrides the plans.
    plan: contractor.isAllowed !== null || among(rules.planIds, planId),
    contractor: contractor.isAllowed ?? rules.allContractors,
    merchant: !rules.needsMerchantNumber || contractor.merchantNumber !== '',
    state: among<string>(rules.states, state),
    amount:
      requestedAmount >= (rules.minAmount ?? 0) && requestedAmount <= (rules.maxAmount ?? Infinity),
    credit: among(rules.creditBands, creditBand),
    project: among(rules.projects, project),
    product: rules.products.length === 0 || rules.products.some((kind) => accepts.includes(kind)),
    details: rules.needs.every((need) => details.includes(need)),
  };
  return skipReasons.filter((reason) => !checks[reason]);
}

/** The offer kinds that a page accepts. */
export const acceptedKinds = (page: {
  helocOffer: boolean;
  fdAgreement: boolean;
  creditCards: boolean;
}): OfferKind[] => [
  'loan',
  ...(page.helocOffer ? (['heloc'] as const) : []),
  ...(page.fdAgreement ? (['direct'] as const) : []),
  ...(page.creditCards ? (['creditcard'] as const) : []),
];
