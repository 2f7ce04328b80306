export { bookBonuses } from './bonuses.ts';
export { commissionHooks, type CommissionHooks } from './hooks.ts';
export { commissionSchedules } from './jobs.ts';
export { bookMonth, bookOpenMonths } from './monthly.ts';
export { commissionRoutes } from './routes.ts';
