export type { PlanDeps } from './plans.ts';
export {
  findPublicPlan,
  planNameOf,
  readTerms,
  selectPublicPlans,
  type PlanRow,
  type PlanTerms,
} from './repository.ts';
export { planRoutes } from './routes.ts';
export {
  addDays,
  amountOf,
  clockChargesAfter,
  discounted,
  dueAt,
  nextBillingOf,
  periodOf,
  termAt,
  termOf,
} from './schedule.ts';
