import { z } from 'zod';
import { readAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/fields.ts';
import { applicationExportAt, ownContractor } from '../core/owner.ts';
import { applicationFilters, exportFormats, exportOrder, ownApplications } from './report.ts';

/** Larger exports run as a job. */
export const mostRowsAtOnce = 50_000;
/** How many hours a large export can be downloaded. */
export const largeExportHours = 24;
/** How many large exports of one contractor run at once, and how many are kept. */
export const largeExportLimits = { atOnce: 3, kept: 10 } as const;

/** `expired` after its download period; its file is deleted. */
export const largeExportStates = ['preparing', 'ready', 'failed', 'expired'] as const;

const largeExport = z.object({
  exportId: z.uuid(),
  state: z.enum(largeExportStates),
  /** Includes the extension. */
  fileName: z.string(),
  /** Total rows, and rows written so far. */
  rows: z.number(),
  rowsMade: z.number(),
  askedAt: instant(),
  /** Set once it is ready. */
  bytes: z.number().nullable(),
  expiresAt: instant().nullable(),
});
export type LargeExport = z.output<typeof largeExport>;

/** In the report's URL: the list of large exports is open. */
export const exportsShown = z.literal('open').optional();

const reading = readAccess('reports-applications');

export const askForApplicationsExport = endpoint({
  name: 'applications.ask-for-export',
  method: 'POST',
  path: '/reports-applications-export',
  summary:
    'Start an export: null when it is small enough to download at once, otherwise the export in preparation; repeating the call returns the same one',
  access: reading,
  owner: ownApplications,
  body: applicationFilters.extend({ order: exportOrder, format: z.enum(exportFormats) }),
  response: z.object({ message: z.string(), data: largeExport.nullable() }),
  errors: ['not_found', 'export_limit'],
  limit: { max: 30, seconds: 60, by: 'account' },
  stepUp: 'switched',
});

export const listLargeExports = endpoint({
  name: 'applications.large-exports',
  method: 'GET',
  path: '/reports-applications-exports',
  summary: "The signed-in account's recent large exports, newest first",
  access: reading,
  owner: ownContractor,
  response: z.object({ data: z.array(largeExport) }),
  errors: ['not_found'],
});

/** One export that the signed-in account started. */
const one = {
  access: reading,
  owner: [ownContractor, applicationExportAt('exportId')],
  params: z.object({ exportId: z.uuid() }),
} as const;

/** A navigation: the query holds the account being viewed. */
export const downloadLargeExport = endpoint({
  name: 'applications.download-large-export',
  method: 'GET',
  path: '/reports-applications-exports/{exportId}/file',
  summary: 'Download a finished large export; the audit log records it',
  ...one,
  changesState: true,
  query: z.object({ userId: id().optional() }),
  response: { file: 'application/octet-stream' },
  errors: ['not_found'],
  limit: { max: 30, seconds: 60, by: 'account' },
  stepUp: 'switched',
});

export const retryLargeExport = endpoint({
  name: 'applications.retry-large-export',
  method: 'POST',
  path: '/reports-applications-exports/{exportId}/retry',
  summary: 'Retry a failed large export',
  ...one,
  response: z.object({ message: z.string(), data: largeExport }),
  errors: ['not_found', 'export_limit'],
  limit: { max: 30, seconds: 60, by: 'account' },
  stepUp: 'switched',
});

export const removeLargeExport = endpoint({
  name: 'applications.remove-large-export',
  method: 'DELETE',
  path: '/reports-applications-exports/{exportId}',
  summary: 'Cancel or remove a large export',
  ...one,
  response: z.object({ message: z.string() }),
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});
