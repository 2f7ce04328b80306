import {
  askForCompanyExport,
  downloadCompanyExport,
  openCompanyExport,
  readCompanyExport,
} from '@lintel/contract/company-data/export';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Context } from '../../platform/context.ts';
import { requestExport, downloadExport, readExport } from './export.ts';

export const exportRoutes = (context: Context): Route[] => [
  handle(readCompanyExport, async ({ owned }) => ({
    data: await readExport(context, owned.contractorId),
  })),
  handle(openCompanyExport, async ({ owned }) => ({
    data: await readExport(context, owned.contractorId),
  })),
  handle(askForCompanyExport, async ({ owned, caller }) => ({
    message: "We're preparing your export. We'll e-mail you when it's ready.",
    data: await requestExport(context, caller, owned.contractorId),
  })),
  handle(downloadCompanyExport, ({ owned, caller }) =>
    downloadExport(context, caller, owned.contractorId),
  ),
];
