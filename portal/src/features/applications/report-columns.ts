import { useState } from 'react';
import * as m from '#messages';
import {
  gridColumns,
  reportColumns,
  type ReportColumn,
} from '@lintel/contract/applications/report-columns';
import { localStore } from '../../lib/storage.ts';

/** A column of the grid: one of the contract's, or the stage, which has a filter of its own. */
export type ShownColumn = ReportColumn | 'stage';

/** What shows at first beside the applicant: all of it stands side by side at 1440 pixels. */
const usual: readonly ShownColumn[] = [
  'requestedAmount',
  'stage',
  'largestOffer',
  'creditDecision',
  'nextStep',
  'funded',
];

/** What can be chosen, from left to right; the applicant always shows. */
export const choosable: readonly ShownColumn[] = [
  ...usual,
  ...gridColumns.filter((one) => one !== 'applicantName' && !usual.includes(one)),
  'pageName',
];

export function titleOf(column: ShownColumn): string {
  if (column === 'stage') return m.applications_stage();
  return column === 'largestOffer' ? m.applications_best_offer() : reportColumns[column].title;
}

const keyOf = (userId: number): string => `lintel.applications-columns.${userId}`;

function remembered(userId: number): readonly ShownColumn[] {
  const kept = localStore.get(keyOf(userId))?.split(',');
  return kept === undefined ? usual : choosable.filter((one) => kept.includes(one));
}

/** The columns that one sees; this browser remembers them for the account. */
export function useColumns(userId: number) {
  const [shown, setShown] = useState(() => remembered(userId));
  const keep = (columns: readonly ShownColumn[] | null): void => {
    localStore.set(keyOf(userId), columns?.join(',') ?? null);
    setShown(columns ?? usual);
  };
  return { shown, show: (columns: ShownColumn[]) => keep(columns), reset: () => keep(null) };
}
