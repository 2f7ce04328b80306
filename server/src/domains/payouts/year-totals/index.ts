export {
  selectYearTotals,
  sumYearTotals,
  type ContractorYear,
  type YearFilter,
} from './repository.ts';
