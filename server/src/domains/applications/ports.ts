import type { RelatedRecords } from './contractor-view/index.ts';
import type { ExportSizes } from './exports/index.ts';
import type { LenderConnection } from './lender-connection.ts';

declare module '../../platform/context.ts' {
  interface Context {
    lenders: LenderConnection;
    /** Row counts above which a job makes the export; the defaults unless a test overrides them. */
    exports?: Partial<ExportSizes> | undefined;
    /** What other domains hold about an application. */
    related: RelatedRecords;
  }
}
