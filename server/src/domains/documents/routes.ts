import * as contract from '@lintel/contract/documents/documents';
import * as defaults from '@lintel/contract/documents/defaults';
import * as payments from '@lintel/contract/documents/payments';
import * as items from '@lintel/contract/documents/saved-items';
import type { FullDocument } from '@lintel/contract/documents/views';
import type { Caller } from '../../platform/http/caller.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { resolveSections } from '../../platform/http/sections.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import { readDefaults, saveDefaults } from './defaults.ts';
import type { Context } from '../../platform/context.ts';
import {
  duplicate,
  createDraft,
  deleteOwnDraft,
  discardDraft,
  invoiceFromEstimate,
  toDocumentKey,
  saveDraft,
  startDraft,
} from './drafts.ts';
import { exportList } from './export.ts';
import { previewPdf, revisionPdf } from './files.ts';
import { readList, readTotals } from './list.ts';
import { continueSeries, presentNumbers } from './numbers.ts';
import { addFundingTo, addPaymentTo, fundingFor, reversePayment } from './payments.ts';
import { readWhole } from './present.ts';
import { changeItem, createItem, listItems } from './saved-items.ts';
import { asSeenBy } from './customer-visibility.ts';
import { changeDocumentLink, send, voidDocument } from './send.ts';

const seen = async (caller: Caller, document: Promise<FullDocument>): Promise<FullDocument> =>
  asSeenBy(caller, await document);

export function documentRoutes(context: Context): Route[] {
  const exports = new Exports();
  return [
    handle(contract.listDocuments, ({ caller, owned, query }) =>
      readList(context, resolveSections(caller), owned.contractorId, query),
    ),
    handle(contract.documentTotals, ({ owned }) => readTotals(context, owned.contractorId)),
    handle(contract.exportDocuments, ({ caller, owned: { contractorId }, query }) =>
      exportList(context, exports, { caller, contractorId }, query),
    ),
    handle(contract.readDocument, ({ caller, owned }) =>
      seen(caller, readWhole(context, context.db, toDocumentKey(owned))),
    ),
    handle(contract.startDocument, ({ caller, owned, query: { kind } }) =>
      startDraft(context, caller, owned.contractorId, { kind, customerId: owned.customerId }),
    ),
    handle(defaults.readDocumentDefaults, ({ owned }) =>
      readDefaults(context.db, owned.contractorId),
    ),
    handle(defaults.saveDocumentDefaults, async ({ caller, owned, body }) => ({
      message: 'Saved. New documents start with these defaults.',
      ...(await saveDefaults(context, caller, owned.contractorId, body)),
    })),
    handle(contract.createDocument, ({ caller, owned, body }) =>
      seen(caller, createDraft(context, caller, owned.contractorId, body)),
    ),
    handle(contract.saveDocument, ({ caller, owned, body }) =>
      seen(caller, saveDraft(context, caller, owned, body)),
    ),
    handle(contract.discardChanges, ({ caller, owned, body }) =>
      seen(caller, discardDraft(context, caller, owned, body.version)),
    ),
    handle(contract.deleteDraft, async ({ caller, owned }) => {
      await deleteOwnDraft(context, caller, owned);
      return { message: 'Draft removed.' };
    }),
    handle(contract.sendDocument, ({ caller, owned, body }) =>
      seen(caller, send(context, caller, owned, body)),
    ),
    handle(contract.copyDocument, ({ caller, owned, body }) =>
      seen(caller, duplicate(context, caller, owned, body)),
    ),
    handle(contract.invoiceEstimate, ({ caller, owned }) =>
      seen(caller, invoiceFromEstimate(context, caller, owned)),
    ),
    handle(contract.voidDocument, ({ caller, owned, body }) =>
      seen(caller, voidDocument(context, caller, owned, body.reason)),
    ),
    handle(contract.changeLink, ({ caller, owned, body }) =>
      seen(caller, changeDocumentLink(context, caller, owned, body.action)),
    ),
    handle(contract.documentPdf, async ({ owned, params, request }) => {
      const file = await revisionPdf(context, toDocumentKey(owned), params.revision, request);
      // It names a customer, so no browser may keep it after sign-out.
      return { ...file, headers: { ...file.headers, 'cache-control': 'no-store' } };
    }),
    handle(contract.previewDocument, ({ owned }) => previewPdf(context, owned)),
    handle(contract.readNumbers, ({ owned }) => presentNumbers(context.db, owned.contractorId)),
    handle(contract.setNumber, ({ caller, owned: { contractorId }, body }) =>
      continueSeries(context, caller, { ...body, contractorId }),
    ),
    ...paymentRoutes(context),
    ...itemRoutes(context),
  ];
}

const paymentRoutes = (context: Context): Route[] => [
  handle(payments.addPayment, ({ caller, owned, body }) =>
    seen(caller, addPaymentTo(context, caller, owned, body)),
  ),
  handle(payments.readFunding, ({ owned }) => fundingFor(context, owned)),
  handle(payments.addFunding, ({ caller, owned, body }) =>
    addFundingTo(context, caller, owned, {
      applicationId: owned.applicationId,
      evenIfOverpaid: body.evenIfOverpaid,
    }),
  ),
  handle(payments.cancelPayment, ({ caller, owned, params: { payment }, body }) =>
    seen(caller, reversePayment(context, caller, owned, { payment, reason: body.reason })),
  ),
];

const itemRoutes = (context: Context): Route[] => [
  handle(items.listSavedItems, ({ owned, query }) =>
    listItems(context.db, owned.contractorId, query),
  ),
  handle(items.createSavedItem, ({ owned, body }) => createItem(context, owned.contractorId, body)),
  handle(items.saveSavedItem, ({ owned, body: { version, unitPrice, ...form } }) =>
    changeItem(context, owned, version, { ...form, unitPriceCents: unitPrice }),
  ),
  handle(items.archiveSavedItem, ({ owned, body: { version, isArchived } }) =>
    changeItem(context, owned, version, { archivedAt: isArchived ? context.clock.now() : null }),
  ),
];
