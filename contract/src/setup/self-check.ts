import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant } from '../core/fields.ts';
import { portalOwned } from '../core/owner.ts';
import { readingSetup } from './access.ts';

/** What the self-check looks at, in the order shown. */
export const checks = {
  database: 'Database',
  migrations: 'Migrations',
  'encryption-key': 'Encryption key',
  jobs: 'Jobs',
  messages: 'E-mails waiting',
  storage: 'File storage',
  mail: 'Mail server',
  texts: 'Text messages',
  payments: 'Payments',
  lenders: 'Lenders',
  clock: 'Clock',
  disk: 'Disk',
  certificate: 'Certificate',
  advisories: 'Known vulnerabilities',
  node: 'Node.js',
} as const;
export type CheckName = keyof typeof checks;

export const checkStatuses = ['ok', 'warn', 'fail', 'skipped'] as const;

const checkResult = z.object({
  name: z.string(),
  label: z.string(),
  status: z.enum(checkStatuses),
  found: z.string(),
  /** What to do; empty when there is nothing to do. */
  advice: z.string(),
});
export type CheckResult = z.output<typeof checkResult>;

export const selfCheckReport = z.object({
  at: instant(),
  version: z.string(),
  commit: z.string().nullable(),
  results: z.array(checkResult),
});
export type SelfCheckReport = z.output<typeof selfCheckReport>;

export const readSelfCheck = endpoint({
  name: 'setup.self-check',
  method: 'GET',
  path: '/manage/setup/self-check',
  summary: 'The result of the last self-check; null before the first one',
  access: readingSetup,
  response: z.object({ report: selfCheckReport.nullable() }),
});

export const runSelfCheck = endpoint({
  name: 'setup.run-self-check',
  method: 'POST',
  path: '/manage/setup/self-check',
  summary: 'Check the database, the storage, and all connected services now',
  access: readingSetup,
  owner: portalOwned,
  body: z.object({}),
  response: z.object({ report: selfCheckReport }),
  limit: { max: 6, seconds: 60, by: 'account' },
  noStepUp: 'It only checks connections, sends nothing, and returns no secrets.',
});
