import * as contract from '@lintel/contract/applications/adverse-action';
import type { Context } from '../../../platform/context.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { Exports } from '../../../platform/spreadsheet/exports.ts';
import { exportAll } from './export.ts';
import { pdfHeaders } from './paper.ts';
import { choosePaper, markMailed, presentNotice, printOne, readOne } from './staff.ts';
import { selectPage } from './staff-repository.ts';

/** The notices of adverse action, for staff. */
export const noticeRoutes = (context: Context): Route[] => {
  const exports = new Exports();
  return [
    handle(contract.listNotices, async ({ query }) => {
      const now = context.clock.now();
      const { rows, ...totals } = await selectPage(context.db, query, now);
      return { data: rows.map((row) => presentNotice(row, now)), ...totals };
    }),
    handle(contract.readNotice, ({ params, caller }) => readOne(context, caller, params.id)),
    handle(contract.fetchNoticePdf, async ({ params, caller }) => {
      const { content, applicationId } = await printOne(context, caller, params.id);
      return { content, headers: pdfHeaders(applicationId) };
    }),
    handle(contract.markNoticeMailed, async ({ params, body, caller }) => ({
      message: 'Mailing recorded.',
      notice: await markMailed(context, caller, { ...params, ...body }),
    })),
    handle(contract.mailNoticeOnPaper, async ({ params, body, caller }) => ({
      message: 'Print the notice and mail it.',
      notice: await choosePaper(context, caller, { ...params, ...body }),
    })),
    handle(contract.exportNotices, ({ query, caller }) =>
      exportAll(context, exports, caller, query),
    ),
  ];
};
