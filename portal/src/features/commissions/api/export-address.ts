import type { commissionExportFormats } from '@lintel/contract/commissions-constants';
import { basePath } from '../../../lib/api/send.ts';
import { filtersOf, type CommissionQuery } from './get-commissions.ts';

export type ExportFormat = (typeof commissionExportFormats)[number];

/**
 * Where the export of what the report shows is: a navigation, so the user is named in the query.
 */
export function exportAddress(
  query: CommissionQuery,
  userId: number,
  format: ExportFormat,
): string {
  const sent = {
    order: query.order,
    userId: String(userId),
    filters: JSON.stringify(filtersOf(query)),
    format,
  };
  return `${basePath}/reports-commissions-export?${new URLSearchParams(sent).toString()}`;
}
