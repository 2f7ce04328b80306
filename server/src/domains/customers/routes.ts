import * as contract from '@lintel/contract/customers/customer';
import { decideEmailChoice, readEmailChoice } from '@lintel/contract/customers/email-choice';
import { exportCustomers } from '@lintel/contract/customers/export';
import * as importing from '@lintel/contract/customers/import';
import { listDuplicates, mergeCustomers } from '@lintel/contract/customers/merge';
import type { Context } from '../../platform/context.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import { readReportRows } from '../applications/index.ts';
import { decideChoice, readChoice } from './email-choice.ts';
import { exportList } from './export.ts';
import { readRemainingApplicants, queueApplicants, addApplicant } from './from-applications.ts';
import { checkFile, previewFile, readImports, runImport, undoImport } from './import/service.ts';
import { requireCustomer, listCustomerApplicationIds } from './keep.ts';
import { findDuplicates, mergeInto } from './merge.ts';
import { listOffersByCustomer } from './offers.ts';
import {
  createCustomer,
  editCustomer,
  readAlike,
  readList,
  readOne,
  readTags,
  setArchived,
  type OwnedCustomer,
} from './service.ts';
import { readTimeline } from './timeline.ts';

export const customerRoutes = (context: Context): Route[] => [
  handle(contract.listCustomers, ({ query, owned }) =>
    readList(context, owned.contractorId, query),
  ),
  handle(contract.listCustomerTags, ({ owned }) => readTags(context, owned.contractorId)),
  handle(contract.findAlike, ({ query, owned }) => readAlike(context, owned.contractorId, query)),
  handle(contract.readCustomer, async ({ caller, owned }) => ({
    data: await readOne(context, caller, owned),
  })),
  handle(contract.createCustomer, async ({ body, caller, owned }) => ({
    message: 'Customer added.',
    data: await createCustomer(context, caller, owned.contractorId, body),
  })),
  handle(contract.editCustomer, async ({ body, caller, owned }) => ({
    message: 'Saved.',
    data: await editCustomer(context, caller, owned, body),
  })),
  handle(contract.archiveCustomer, async ({ caller, owned }) => ({
    message: 'Customer archived.',
    data: await setArchived(context, caller, owned, true),
  })),
  handle(contract.restoreCustomer, async ({ caller, owned }) => ({
    message: 'Customer restored.',
    data: await setArchived(context, caller, owned, false),
  })),
  handle(contract.readCustomerTimeline, ({ query, owned, caller }) => {
    const before = query.before === undefined ? farFuture : new Date(query.before);
    return readTimeline(context, caller, owned, before);
  }),
  handle(contract.listCustomerApplications, ({ owned }) => listApplications(context, owned)),
  handle(contract.listCustomerOffers, ({ owned }) => listOffers(context, owned)),
  handle(readEmailChoice, ({ owned }) => readChoice(context, owned)),
  handle(decideEmailChoice, async ({ body, caller, owned }) => ({
    message: body.accept ? 'E-mail saved.' : 'Current e-mail kept.',
    data: await decideChoice(context, caller, owned, body),
  })),
  ...applicantRoutes(context),
  handle(listDuplicates, ({ owned }) => findDuplicates(context, owned.contractorId)),
  handle(mergeCustomers, async ({ body, caller, owned }) => ({
    message: 'Customers merged.',
    data: await mergeInto(context, caller, owned, body),
  })),
  ...fileRoutes(context),
];

/** Later than any event. */
const farFuture = new Date('9999-12-31T00:00:00Z');

async function listApplications(context: Context, { contractorId, customerId }: OwnedCustomer) {
  const { id } = await requireCustomer(context.db, { contractorId, id: customerId });
  const ids = await listCustomerApplicationIds(context.db, { contractorId, customerId: id });
  return { data: await readReportRows(context, contractorId, ids) };
}

async function listOffers(context: Context, { contractorId, customerId }: OwnedCustomer) {
  const { id } = await requireCustomer(context.db, { contractorId, id: customerId });
  const offers = await listOffersByCustomer(context, { contractorId, customerIds: [id] });
  return { data: offers.get(id) ?? [] };
}

/** Routes that create customers from applications. */
const applicantRoutes = (context: Context): Route[] => [
  handle(contract.customerFromApplication, async ({ caller, owned }) => ({
    message: 'Homeowner added to your customers.',
    data: await addApplicant(context, caller, owned),
  })),
  handle(contract.readTakeover, ({ owned }) =>
    readRemainingApplicants(context, owned.contractorId),
  ),
  handle(contract.takeOverApplications, async ({ caller, owned }) => {
    await queueApplicants(context, caller, owned.contractorId);
    const state = await readRemainingApplicants(context, owned.contractorId);
    const message =
      state.left === 0
        ? 'All homeowners who applied are in your customers.'
        : 'Homeowners who have applied are being added.';
    return { message, ...state };
  }),
];

/** Import and export routes. */
function fileRoutes(context: Context): Route[] {
  const exports = new Exports();
  return [
    handle(importing.readImportFile, ({ files }) => previewFile(context, files.file?.bytes)),
    handle(importing.checkImport, ({ files, body, owned }) =>
      checkFile(context, owned.contractorId, { ...body, bytes: files.file?.bytes }),
    ),
    handle(importing.importCustomers, async ({ files, body, caller, owned }) => ({
      message: 'File imported.',
      data: await runImport(context, caller, owned.contractorId, {
        ...body,
        bytes: files.file?.bytes,
        fileName: body.fileName || (files.file?.name ?? ''),
      }),
    })),
    handle(importing.listImports, ({ owned }) => readImports(context, owned.contractorId)),
    handle(importing.undoImport, async ({ caller, owned }) => {
      const { contractorId, customerImportId: id } = owned;
      const counts = await undoImport(context, caller, { contractorId, id });
      return { message: 'The import was undone.', ...counts };
    }),
    handle(exportCustomers, ({ query, caller, owned }) =>
      exportList(context, exports, caller, { contractorId: owned.contractorId, query }),
    ),
  ];
}
