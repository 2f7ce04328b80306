import * as contract from '@lintel/contract/documents/documents';
import * as defaults from '@lintel/contract/documents/defaults';
import * as payments from '@lintel/contract/documents/payments';
import * as items from '@lintel/contract/documents/saved-items';
import type { WholeDocument } from '@lintel/contract/documents/views';
import type { Caller } from '../../platform/http/caller.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { sectionsOf } from '../../platform/http/sections.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import { readDefaults, saveDefaults } from './defaults.ts';
import type { DocumentDeps } from './deps.ts';
import {
  copyOf,
  createDraft,
  deleteDraftOf,
  discardDraft,
  invoiceOfEstimate,
  keyOf,
  saveDraft,
  startDraft,
} from './drafts.ts';
import { exportList, type ExportDeps } from './export.ts';
import { previewPdf, revisionPdf } from './files.ts';
import { readList, readTotals } from './list.ts';
import { continueSeries, presentNumbers } from './numbers.ts';
import { addFundingTo, addPaymentTo, fundingFor, takeBack } from './payments.ts';
import { readWhole } from './present.ts';
import { changeItem, createItem, listItems } from './saved-items.ts';
import { asSeenBy } from './customer-visibility.ts';
import { changeLinkOf, send, voidOf } from './send.ts';

type Deps = DocumentDeps & ExportDeps;

const seen = async (caller: Caller, document: Promise<WholeDocument>): Promise<WholeDocument> =>
  asSeenBy(caller, await document);

export function documentRoutes(deps: Deps): Route[] {
  const exports = new Exports();
  return [
    handle(contract.listDocuments, ({ caller, owned, query }) =>
      readList(deps, sectionsOf(caller), owned.contractorId, query),
    ),
    handle(contract.documentTotals, ({ owned }) => readTotals(deps, owned.contractorId)),
    handle(contract.exportDocuments, ({ caller, owned: { contractorId }, query }) =>
      exportList(deps, exports, { caller, contractorId }, query),
    ),
    handle(contract.readDocument, ({ caller, owned }) =>
      seen(caller, readWhole(deps, deps.db, keyOf(owned))),
    ),
    handle(contract.startDocument, ({ caller, owned, query: { kind } }) =>
      startDraft(deps, caller, owned.contractorId, { kind, customerId: owned.customerId }),
    ),
    handle(defaults.readDocumentDefaults, ({ owned }) => readDefaults(deps.db, owned.contractorId)),
    handle(defaults.saveDocumentDefaults, async ({ caller, owned, body }) => ({
      message: 'New documents begin with this from now on.',
      ...(await saveDefaults(deps, caller, owned.contractorId, body)),
    })),
    handle(contract.createDocument, ({ caller, owned, body }) =>
      seen(caller, createDraft(deps, caller, owned.contractorId, body)),
    ),
    handle(contract.saveDocument, ({ caller, owned, body }) =>
      seen(caller, saveDraft(deps, caller, owned, body)),
    ),
    handle(contract.discardChanges, ({ caller, owned, body }) =>
      seen(caller, discardDraft(deps, caller, owned, body.version)),
    ),
    handle(contract.deleteDraft, async ({ caller, owned }) => {
      await deleteDraftOf(deps, caller, owned);
      return { message: 'The draft is removed.' };
    }),
    handle(contract.sendDocument, ({ caller, owned, body }) =>
      seen(caller, send(deps, caller, owned, body)),
    ),
    handle(contract.copyDocument, ({ caller, owned, body }) =>
      seen(caller, copyOf(deps, caller, owned, body)),
    ),
    handle(contract.invoiceEstimate, ({ caller, owned }) =>
      seen(caller, invoiceOfEstimate(deps, caller, owned)),
    ),
    handle(contract.voidDocument, ({ caller, owned, body }) =>
      seen(caller, voidOf(deps, caller, owned, body.reason)),
    ),
    handle(contract.changeLink, ({ caller, owned, body }) =>
      seen(caller, changeLinkOf(deps, caller, owned, body.action)),
    ),
    handle(contract.documentPdf, async ({ owned, params, request }) => {
      const file = await revisionPdf(deps, keyOf(owned), params.revision, request);
      // It names a customer, so no browser may keep it after sign-out.
      return { ...file, headers: { ...file.headers, 'cache-control': 'no-store' } };
    }),
    handle(contract.previewDocument, ({ owned }) => previewPdf(deps, owned)),
    handle(contract.readNumbers, ({ owned }) => presentNumbers(deps.db, owned.contractorId)),
    handle(contract.setNumber, ({ caller, owned: { contractorId }, body }) =>
      continueSeries(deps, caller, { ...body, contractorId }),
    ),
    ...paymentRoutes(deps),
    ...itemRoutes(deps),
  ];
}

const paymentRoutes = (deps: Deps): Route[] => [
  handle(payments.addPayment, ({ caller, owned, body }) =>
    seen(caller, addPaymentTo(deps, caller, owned, body)),
  ),
  handle(payments.readFunding, ({ owned }) => fundingFor(deps, owned)),
  handle(payments.addFunding, ({ caller, owned, body }) =>
    addFundingTo(deps, caller, owned, {
      applicationId: owned.applicationId,
      evenIfOverpaid: body.evenIfOverpaid,
    }),
  ),
  handle(payments.takeBackPayment, ({ caller, owned, params: { payment }, body }) =>
    seen(caller, takeBack(deps, caller, owned, { payment, reason: body.reason })),
  ),
];

const itemRoutes = (deps: Deps): Route[] => [
  handle(items.listSavedItems, ({ owned, query }) => listItems(deps.db, owned.contractorId, query)),
  handle(items.createSavedItem, ({ owned, body }) => createItem(deps, owned.contractorId, body)),
  handle(items.saveSavedItem, ({ owned, body: { version, unitPrice, ...form } }) =>
    changeItem(deps, owned, version, { ...form, unitPriceCents: unitPrice }),
  ),
  handle(items.archiveSavedItem, ({ owned, body: { version, isArchived } }) =>
    changeItem(deps, owned, version, { archivedAt: isArchived ? deps.clock.now() : null }),
  ),
];
