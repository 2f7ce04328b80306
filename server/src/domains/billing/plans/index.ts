export { firstYearPrice } from './first-year.ts';
export {
  type PlanRow,
  type PlanTerms,
  findPlan,
  findPublicPlan,
  readPlanName,
  readTerms,
  selectPublicPlans,
} from './repository.ts';
export { planRoutes } from './routes.ts';
export {
  addDays,
  installmentAmount,
  clockChargesAfter,
  discounted,
  dueAt,
  nextBillingDate,
  installmentPeriod,
  termAt,
  termPeriod,
} from './schedule.ts';
