export { countContractor, rebuildDailyCounts, updateDailyCounts } from './count.ts';
export { applicationDays } from './tables.ts';
