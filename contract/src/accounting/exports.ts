import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { checkBox } from '../core/fields.ts';
import { accounting } from './access.ts';

/** `journal` is the ledger as journal entries for QuickBooks. */
export const accountingExports = ['ledger', 'payments', 'payouts', 'journal'] as const;
export type AccountingExport = (typeof accountingExports)[number];

/** `iif` is QuickBooks Desktop's import format, for the journal only. */
export const accountingFormats = ['csv', 'xlsx', 'iif'] as const;
export type AccountingFormat = (typeof accountingFormats)[number];

/**
 * Which of a ledger entry's days counts. An entry keeps the day it was booked, so a period that is
 * over never changes by it. It `happened` earlier when it was reported late, or booked monthly.
 */
export const ledgerDays = ['booked', 'happened'] as const;

const day = z.iso.date('Please enter a date as yyyy-mm-dd.');

export const exportAccounting = endpoint({
  name: 'accounting.export',
  method: 'GET',
  reads: 'much',
  path: '/manage/accounting/export',
  summary:
    'The ledger, payments, payouts, or journal entries of a period as a file, for a navigation; the audit log records it',
  access: accounting,
  changesState: true,
  query: z
    .object({
      what: z.enum(accountingExports),
      format: z.enum(accountingFormats).default('csv'),
      /** Days in the business time zone, both inclusive. */
      from: day,
      to: day,
      by: z.enum(ledgerDays).default('booked'),
      /** One journal entry for each day instead of one for each ledger entry. */
      daily: checkBox().default(false),
    })
    .refine(({ from, to }) => from <= to, {
      path: ['to'],
      message: 'The end must not be before the start.',
    })
    .refine(({ what, format }) => what === 'journal' || format !== 'iif', {
      path: ['format'],
      message: 'IIF files are for the journal only.',
    }),
  response: { file: 'text/csv' },
  errors: ['busy'],
  limit: { max: 20, seconds: 60, by: 'account' },
  stepUp: true,
});
