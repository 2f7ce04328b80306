import { and, isNull, sql } from 'drizzle-orm';
import { onceEach, type OwnData } from '../../platform/own-data.ts';
import { exportBatches, exportColumns, type ExportDeps } from './export.ts';
import { customers } from './tables.ts';

/** All customers of a contractor, archived ones too, as the export of the list has them. */
export const customerData = (deps: ExportDeps): OwnData => ({
  tables: [
    {
      name: 'customers',
      about: 'Your customers, archived ones among them.',
      columns: exportColumns,
      rows: (contractorId) =>
        onceEach(
          exportBatches(deps, contractorId, {
            where: and(isNull(customers.mergedInto), isNull(customers.anonymisedAt)),
            order: sql`${customers.id}`,
            // The company's export is for its owner, who sees every section.
            seen: { applications: true, customers: true, documents: true },
          }),
        ),
    },
  ],
});
