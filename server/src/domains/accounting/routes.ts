import * as accounts from '@lintel/contract/accounting/accounts';
import { exportAccounting } from '@lintel/contract/accounting/exports';
import * as years from '@lintel/contract/accounting/year-totals';
import type { Context } from '../../platform/context.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import { readAccounts, saveAccounts } from './accounts.ts';
import { exportFor } from './exports.ts';
import { exportYear, readYearTotals } from './year-totals.ts';

export const accountingRoutes = (context: Context): Route[] => [
  ...accountRoutes(context),
  ...exportRoutes(context),
  ...yearRoutes(context),
];

const accountRoutes = (context: Context): Route[] => [
  handle(accounts.readAccounts, () => readAccounts(context.db)),
  handle(accounts.saveAccounts, async ({ body, caller }) => {
    await saveAccounts(context, caller, body);
    return { message: 'Update successful!', accounts: await readAccounts(context.db) };
  }),
];

function exportRoutes(context: Context): Route[] {
  const exports = new Exports();
  return [
    handle(exportAccounting, ({ query, caller }) => exportFor(context, exports, caller, query)),
  ];
}

const yearRoutes = (context: Context): Route[] => [
  handle(years.listYearTotals, ({ query }) => readYearTotals(context, query)),
  handle(years.exportYearTotals, ({ query, caller }) => exportYear(context, caller, query)),
];
