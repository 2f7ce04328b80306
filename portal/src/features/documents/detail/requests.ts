import { queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import type {
  changeLink as change,
  copyDocument as copy,
  deleteDraft as remove,
  discardChanges as discard,
  documentPdf,
  invoiceEstimate as invoice,
  previewDocument,
  sendDocument as sendOne,
  voidDocument as makeVoid,
} from '@lintel/contract/documents/documents';
import type {
  addFunding as fund,
  addPayment as pay,
  readFunding,
  cancelPayment as reverse,
} from '@lintel/contract/documents/payments';
import type { FullDocument } from '@lintel/contract/documents/views';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { documentName } from '../document-labels.tsx';
import { documentKey } from '../requests.ts';

export const sendDocument = call<typeof sendOne>(
  { method: 'POST', path: '/documents/{id}/send', encoding: 'json' },
  { handles: [500] },
);
export const copyDocument = call<typeof copy>({
  method: 'POST',
  path: '/documents/{id}/copy',
  encoding: 'json',
});
export const invoiceEstimate = call<typeof invoice>({
  method: 'POST',
  path: '/documents/{id}/invoice',
});
export const voidDocument = call<typeof makeVoid>({
  method: 'POST',
  path: '/documents/{id}/void',
  encoding: 'json',
});
export const discardChanges = call<typeof discard>({
  method: 'POST',
  path: '/documents/{id}/discard',
  encoding: 'json',
});
export const deleteDraft = call<typeof remove>({ method: 'DELETE', path: '/documents/{id}' });
export const changeLink = call<typeof change>({
  method: 'POST',
  path: '/documents/{id}/link',
  encoding: 'json',
});
export const addPayment = call<typeof pay>(
  { method: 'POST', path: '/documents/{id}/payments', encoding: 'json' },
  { handles: [500] },
);
export const addFunding = call<typeof fund>({
  method: 'POST',
  path: '/documents/{id}/funding',
  encoding: 'json',
});
export const reversePayment = call<typeof reverse>({
  method: 'POST',
  path: '/documents/{id}/payments/{payment}/take-back',
  encoding: 'json',
});

const getFunding = call<typeof readFunding>({ method: 'GET', path: '/documents/{id}/funding' });
/** The customer's funded applications without a payment. */
export const fundingQuery = (userId: number, id: number) =>
  queryOptions({
    queryKey: [...documentKey(userId, id), 'funding'],
    queryFn: ({ signal }) => getFunding({ params: { id } }, { signal }).then(({ data }) => data),
  });

const sentPath: (typeof documentPdf)['path'] = '/documents/{id}/revisions/{revision}/pdf';
const draftPath: (typeof previewDocument)['path'] = '/documents/{id}/preview';

/** Downloads the PDF of the last sent revision, or of a draft as it is. Throws `ApiError`. */
export async function savePdf(document: FullDocument, userId: number): Promise<void> {
  const { id, sentRevision } = document;
  const address =
    sentRevision === null
      ? buildAddress(draftPath, { id }, { userId })
      : buildAddress(sentPath, { id, revision: sentRevision }, { userId });
  const answer = await send(address, { method: 'GET' }, { handles: [500] });
  if (answer.headers.get('content-type')?.startsWith('application/pdf') !== true)
    throw new ApiError(answer.status, 'unexpected', m.common_error_title());
  saveFile(await answer.blob(), `${documentName(document).replace(' ', '-')}.pdf`);
}
