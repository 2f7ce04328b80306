import * as m from '#messages';
import {
  gridColumns,
  reportColumns,
  type ReportColumn,
} from '@lintel/contract/applications/report-columns';
import { usePreference } from '../../lib/preferences.ts';

/** A grid column: one of the contract's, or the stage, which has its own filter. */
export type ShownColumn = ReportColumn | 'stage';

/** The columns shown by default next to the applicant; they fit at 1440 pixels. */
const standardColumns: readonly ShownColumn[] = [
  'requestedAmount',
  'stage',
  'largestOffer',
  'creditDecision',
  'nextStep',
  'funded',
];

/** The columns to choose from, left to right; the applicant always shows. */
export const choosable: readonly ShownColumn[] = [
  ...standardColumns,
  ...gridColumns.filter((one) => one !== 'applicantName' && !standardColumns.includes(one)),
  'pageName',
];

export function columnTitle(column: ShownColumn): string {
  if (column === 'stage') return m.applications_funnel_stage();
  return column === 'largestOffer'
    ? m.applications_report_bestOffer()
    : reportColumns[column].title;
}

const visibleColumns = (stored: readonly string[]): ShownColumn[] =>
  choosable.filter((one) => stored.includes(one));

/** The visible columns, stored per account. */
export function useColumns() {
  const stored = usePreference('report-columns');
  const shown = stored.value === undefined ? standardColumns : visibleColumns(stored.value);
  return {
    shown,
    show: (columns: ShownColumn[]) => stored.save(columns),
    reset: () => stored.save(null),
  };
}
