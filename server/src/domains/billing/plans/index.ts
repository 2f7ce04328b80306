export { firstYearOf } from './first-year.ts';
export {
  type PlanRow,
  type PlanTerms,
  findPlan,
  findPublicPlan,
  planNameOf,
  readTerms,
  selectPublicPlans,
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
