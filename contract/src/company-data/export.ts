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
const ofOwner = {
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
  summary: 'How the last export of all that is kept of a contractor stands; null without any',
  ...ofOwner,
  response: z.object({ data: companyExport.nullable() }),
  errors: ['not_found'],
});

export const askForCompanyExport = endpoint({
  name: 'company-data.ask-for-export',
  method: 'POST',
  path: '/contractor/{id}/data-export',
  summary: 'Ask for an export of all that is kept of a contractor; one at a time is made',
  ...ofOwner,
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
    'Ask again who it is before the download, which is a navigation and cannot; how the export stands',
  ...ofOwner,
  response: z.object({ data: companyExport.nullable() }),
  errors: ['not_found'],
  limit: { max: 60, seconds: 3600, by: 'account' },
  stepUp: true,
});

export const downloadCompanyExport = endpoint({
  name: 'company-data.download-export',
  method: 'GET',
  path: '/contractor/{id}/data-export/file',
  summary: 'The export as a ZIP of CSV files and documents; who fetched it is written down',
  ...ofOwner,
  changesState: true,
  response: { file: 'application/zip' },
  errors: ['not_found'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  stepUp: true,
});
