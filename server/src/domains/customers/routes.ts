import * as contract from '@lintel/contract/customers/customer';
import { decideEmailChoice, readEmailChoice } from '@lintel/contract/customers/email-choice';
import { exportCustomers } from '@lintel/contract/customers/export';
import * as importing from '@lintel/contract/customers/import';
import { listDuplicates, mergeCustomers } from '@lintel/contract/customers/merge';
import { handle, type Route } from '../../platform/http/route.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import { readReportRows } from '../applications/index.ts';
import { decideChoice, readChoice } from './email-choice.ts';
import { exportList, type ExportDeps } from './export.ts';
import { readLeft, takeOverAll, takeOverOne } from './from-applications.ts';
import {
  checkFile,
  lookAtFile,
  readImports,
  runImport,
  undoImport,
  type ImportDeps,
} from './import/service.ts';
import { customerOf, applicationsOfCustomer } from './keep.ts';
import { findDuplicates, mergeInto, type MergeDeps } from './merge.ts';
import { offersOfCustomers } from './offers.ts';
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
import { readTimeline, type TimelineDeps } from './timeline.ts';

type RouteDeps = ExportDeps & ImportDeps & MergeDeps & TimelineDeps;

export const customerRoutes = (deps: RouteDeps): Route[] => [
  handle(contract.listCustomers, ({ query, owned }) => readList(deps, owned.contractorId, query)),
  handle(contract.listCustomerTags, ({ owned }) => readTags(deps, owned.contractorId)),
  handle(contract.findAlike, ({ query, owned }) => readAlike(deps, owned.contractorId, query)),
  handle(contract.readCustomer, async ({ caller, owned }) => ({
    data: await readOne(deps, caller, owned),
  })),
  handle(contract.createCustomer, async ({ body, caller, owned }) => ({
    message: 'The customer is added.',
    data: await createCustomer(deps, caller, owned.contractorId, body),
  })),
  handle(contract.editCustomer, async ({ body, caller, owned }) => ({
    message: 'Saved.',
    data: await editCustomer(deps, caller, owned, body),
  })),
  handle(contract.archiveCustomer, async ({ caller, owned }) => ({
    message: 'The customer is archived.',
    data: await setArchived(deps, caller, owned, true),
  })),
  handle(contract.restoreCustomer, async ({ caller, owned }) => ({
    message: 'The customer is back in the list.',
    data: await setArchived(deps, caller, owned, false),
  })),
  handle(contract.readCustomerTimeline, ({ query, owned, caller }) => {
    const before = query.before === undefined ? endOfTime : new Date(query.before);
    return readTimeline(deps, caller, owned, before);
  }),
  handle(contract.listCustomerApplications, ({ owned }) => applicationsOf(deps, owned)),
  handle(contract.listCustomerOffers, ({ owned }) => offersOf(deps, owned)),
  handle(readEmailChoice, ({ owned }) => readChoice(deps, owned)),
  handle(decideEmailChoice, async ({ body, caller, owned }) => ({
    message: body.accept ? 'The e-mail is saved.' : 'The current e-mail stays.',
    data: await decideChoice(deps, caller, owned, body),
  })),
  ...takingOverRoutes(deps),
  handle(listDuplicates, ({ owned }) => findDuplicates(deps, owned.contractorId)),
  handle(mergeCustomers, async ({ body, caller, owned }) => ({
    message: 'The two are one customer now.',
    data: await mergeInto(deps, caller, owned, body),
  })),
  ...fileRoutes(deps),
];

/** Later than any event. */
const endOfTime = new Date('9999-12-31T00:00:00Z');

async function applicationsOf(deps: RouteDeps, { contractorId, customerId }: OwnedCustomer) {
  const { id } = await customerOf(deps.db, { contractorId, id: customerId });
  const ids = await applicationsOfCustomer(deps.db, { contractorId, customerId: id });
  return { data: await readReportRows(deps, contractorId, ids) };
}

async function offersOf(deps: RouteDeps, { contractorId, customerId }: OwnedCustomer) {
  const { id } = await customerOf(deps.db, { contractorId, id: customerId });
  const offers = await offersOfCustomers(deps, { contractorId, customerIds: [id] });
  return { data: offers.get(id) ?? [] };
}

/** Routes that create customers from applications. */
const takingOverRoutes = (deps: RouteDeps): Route[] => [
  handle(contract.customerFromApplication, async ({ caller, owned }) => ({
    message: 'The homeowner is among your customers.',
    data: await takeOverOne(deps, caller, owned),
  })),
  handle(contract.readTakingOver, ({ owned }) => readLeft(deps, owned.contractorId)),
  handle(contract.takeOverApplications, async ({ caller, owned }) => {
    await takeOverAll(deps, caller, owned.contractorId);
    const state = await readLeft(deps, owned.contractorId);
    const message =
      state.left === 0
        ? 'Everybody who has applied is among your customers.'
        : 'Homeowners who have applied are being added.';
    return { message, ...state };
  }),
];

/** Import and export routes. */
function fileRoutes(deps: RouteDeps): Route[] {
  const exports = new Exports();
  return [
    handle(importing.readImportFile, ({ files }) => lookAtFile(deps, files.file?.bytes)),
    handle(importing.checkImport, ({ files, body, owned }) =>
      checkFile(deps, owned.contractorId, { ...body, bytes: files.file?.bytes }),
    ),
    handle(importing.importCustomers, async ({ files, body, caller, owned }) => ({
      message: 'The file is imported.',
      data: await runImport(deps, caller, owned.contractorId, {
        ...body,
        bytes: files.file?.bytes,
        fileName: body.fileName || (files.file?.name ?? ''),
      }),
    })),
    handle(importing.listImports, ({ owned }) => readImports(deps, owned.contractorId)),
    handle(importing.undoImport, async ({ caller, owned }) => {
      const { contractorId, customerImportId: id } = owned;
      const counts = await undoImport(deps, caller, { contractorId, id });
      return { message: 'The import is taken back.', ...counts };
    }),
    handle(exportCustomers, ({ query, caller, owned }) =>
      exportList(deps, exports, caller, { contractorId: owned.contractorId, query }),
    ),
  ];
}
