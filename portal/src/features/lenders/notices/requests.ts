import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listNotices,
  noticeFilterShape,
  type fetchNoticePdf,
  type mailNoticeOnPaper,
  type markNoticeMailed,
  type readNotice,
} from '@lintel/contract/applications/adverse-action';
import { openedRequest } from '@lintel/contract/privacy/requests';
import * as m from '#messages';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { basePath, send } from '../../../lib/api/send.ts';
import { at, listView, orderAt } from '../../../lib/list-view.ts';
import type { ExportFormat } from '../../../ui/export-menu.tsx';

const { page, limit, order } = listNotices.query.shape;
const { state, search } = noticeFilterShape;

/** The list's state in the address, including the open notice. */
export const noticesView = listView({
  state: at('state', state),
  search: at('search', search),
  order: orderAt(order),
  page: at('page', page),
  limit: at('limit', limit),
  notice: at('notice', openedRequest),
});
export type NoticesView = typeof noticesView.standard;

export const noticesKey = ['adverse-action'] as const;

const getList = call<typeof listNotices>({
  method: 'GET',
  path: '/manage/adverse-action-notices',
});
const getOne = call<typeof readNotice>({
  method: 'GET',
  path: '/manage/adverse-action-notices/{id}',
});
export const postMailed = call<typeof markNoticeMailed>({
  method: 'POST',
  path: '/manage/adverse-action-notices/{id}/mailed',
});
export const postPaper = call<typeof mailNoticeOnPaper>({
  method: 'POST',
  path: '/manage/adverse-action-notices/{id}/paper',
});

export const listQuery = ({ notice: _opened, ...view }: NoticesView) =>
  queryOptions({
    queryKey: [...noticesKey, 'list', view],
    queryFn: ({ signal }) => getList({ query: view }, { signal }),
    placeholderData: keepPreviousData,
  });

export const noticeQuery = (id: number) =>
  queryOptions({
    queryKey: [...noticesKey, 'one', id],
    queryFn: ({ signal }) => getOne({ params: { id } }, { signal }),
  });

/** The download address of the current list. */
export function exportAddress(view: NoticesView, format: ExportFormat): string {
  const set = { state: view.state, search: view.search, format };
  return `${basePath}/manage/adverse-action-export?${new URLSearchParams(set).toString()}`;
}

const pdfPath: (typeof fetchNoticePdf)['path'] = '/manage/adverse-action-notices/{id}/pdf';

/** A notice as a PDF. Throws `ApiError`, including when the response isn't a PDF. */
export async function getPdf(id: number): Promise<Blob> {
  const answer = await send(
    buildAddress(pdfPath, { id }),
    { method: 'GET' },
    { handles: [404, 409, 500] },
  );
  if (answer.headers.get('content-type')?.startsWith('application/pdf')) return answer.blob();
  throw new ApiError(answer.status, 'unexpected', m.common_error_title());
}
