export { bookBonuses } from './bonuses.ts';
export { commissionHooks, type CommissionHooks } from './hooks.ts';
export { bookMonth, bookOpenMonths } from './monthly.ts';
export { part } from './part.ts';
export { assignToPayout, releaseFromPayout } from './repository.ts';
