import { z } from 'zod';
import { companyAccessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/fields.ts';
import { contractorAt, contractorOwner, notSwitched } from '../core/owner.ts';

/** How many days an export can be downloaded. */
export const companyExportDays = 7;

/** `expired` after its download period; the company has to request a new one. */
export const companyExportStates = ['preparing', 'ready', 'failed', 'expired'] as const;

const companyExport = z.object({
  state: z.enum(companyExportStates),
  askedAt: instant(),
  /** Set once it is ready. */
  bytes: z.number().nullable(),
  expiresAt: instant().nullable(),
});
export type CompanyExport = z.output<typeof companyExport>;

/** One file with all of a company's data is only for its owner. */
const exportOwner = {
  access: companyAccessTo('personal-info'),
  owner: [
    contractorAt('id'),
    contractorOwner,
    notSwitched('Only the owner can export the company’s data.'),
  ],
  params: z.object({ id: id() }),
} as const;

export const readCompanyExport = endpoint({
  name: 'company-data.export',
  method: 'GET',
  path: '/contractor/{id}/data-export',
  summary: "The state of the last export of all the contractor's data; null without one",
  ...exportOwner,
  response: z.object({ data: companyExport.nullable() }),
  errors: ['not_found'],
});

export const askForCompanyExport = endpoint({
  name: 'company-data.ask-for-export',
  method: 'POST',
  path: '/contractor/{id}/data-export',
  summary: "Start an export of all the contractor's data; only one runs at a time",
  ...exportOwner,
  response: z.object({ message: z.string(), data: companyExport }),
  errors: ['not_found'],
  limit: { max: 5, seconds: 86_400, by: 'account' },
  stepUp: true,
});

export const openCompanyExport = endpoint({
  name: 'company-data.open-export',
  method: 'POST',
  path: '/contractor/{id}/data-export/open',
  summary:
    "Verify the person before the download, because a navigation can't request a step-up; returns the export's state",
  ...exportOwner,
  response: z.object({ data: companyExport.nullable() }),
  errors: ['not_found'],
  limit: { max: 60, seconds: 3600, by: 'account' },
  stepUp: true,
});

export const downloadCompanyExport = endpoint({
  name: 'company-data.download-export',
  method: 'GET',
  path: '/contractor/{id}/data-export/file',
  summary: 'The export as a ZIP of CSV files and documents; the audit log records it',
  ...exportOwner,
  changesState: true,
  response: { file: 'application/zip' },
  errors: ['not_found'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  stepUp: true,
});
