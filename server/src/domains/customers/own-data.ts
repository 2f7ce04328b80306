import { and, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { onceEach, type OwnData } from '../../platform/own-data.ts';
import { exportBatches, exportColumns } from './export.ts';
import { customers } from './tables.ts';

/** All customers of a contractor, including archived ones, in the format of the list's export. */
export const customerData = (context: Context): OwnData => ({
  tables: [
    {
      name: 'customers',
      about: 'Your customers, including archived ones.',
      columns: exportColumns,
      rows: (contractorId) =>
        onceEach(
          exportBatches(context, contractorId, {
            where: and(isNull(customers.mergedInto), isNull(customers.anonymisedAt)),
            order: sql`${customers.id}`,
            // The company export is for the owner, who sees every section.
            seen: { applications: true, customers: true, documents: true },
          }),
        ),
    },
  ],
});
