import { actAtDesk, moveMoneyAtDesk } from '@lintel/contract/lender-desk/actions';
import * as contract from '@lintel/contract/lender-desk/applications';
import type { Context } from '../../../platform/context.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { Exports } from '../../../platform/spreadsheet/exports.ts';
import { act } from './act.ts';
import { presentRow, readDeskApplication } from './detail.ts';
import { downloadDocument } from './download.ts';
import { exportDeskRows } from './export.ts';
import { selectDeskRows } from './repository.ts';
import { requireLender } from './require-lender.ts';

/** The desk where a lender's people answer applications. */
export function lenderDeskRoutes(context: Context): Route[] {
  const { db, clock } = context;
  const exports = new Exports();
  return [
    handle(contract.listDeskApplications, async ({ query, caller }) => {
      const lender = requireLender(caller);
      const { rows, total } = await selectDeskRows(db, lender.id, query, clock.now());
      return { data: rows.map(presentRow), total };
    }),
    handle(contract.exportDeskApplications, ({ query, caller }) =>
      exportDeskRows(context, exports, caller, query),
    ),
    handle(contract.readDeskApplication, ({ owned, caller }) =>
      readDeskApplication(context, requireLender(caller).id, owned.lenderApplicationId),
    ),
    handle(contract.downloadDeskDocument, ({ owned, params, caller }) =>
      downloadDocument(context, caller, owned.lenderApplicationId, params.document),
    ),
    ...actions(context),
  ];
}

const actions = (context: Context): Route[] => [
  handle(actAtDesk, async ({ owned, body, caller, request }) => {
    await act(context, caller, {
      reference: owned.lenderApplicationId,
      key: request.idempotencyKey,
      action: body,
    });
    return { message: messages[body.type] };
  }),
  handle(moveMoneyAtDesk, async ({ owned, body, caller, request }) => {
    await act(context, caller, {
      reference: owned.lenderApplicationId,
      key: request.idempotencyKey,
      action: body,
    });
    return { message: body.type === 'fund' ? 'Funding booked.' : 'Reversal booked.' };
  }),
];

const messages = {
  offers: 'Offer sent.',
  'withdraw-offer': 'Offer withdrawn.',
  decline: 'Application declined.',
  request: 'Documents requested.',
  'end-request': 'Request closed.',
  'decide-document': 'Decision saved.',
  approve: 'Approval sent.',
} as const;
