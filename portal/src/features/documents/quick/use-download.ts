import { useState } from 'react';
import * as m from '#messages';
import type { priceDocument } from '@lintel/contract/documents/quick/document';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { Input } from '@lintel/contract/core/client';
import { buildAddress, encodeBody } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { openViewer, type Viewer } from '../../../ui/viewer.ts';
import { toPayload, storeNumber, type DocumentDraft } from './document-draft.ts';
import type { Invoice } from './use-invoice.ts';

const path: (typeof priceDocument)['path'] = '/widgets/{pageId}/price';

/** The document as a PDF. Throws `ApiError`, also for a response that is not a PDF. */
async function makeDocument({ params, body }: Input<typeof priceDocument>): Promise<Blob> {
  const init = { method: 'POST', ...encodeBody('form', body) };
  const answer = await send(buildAddress(path, params), init, { handles: [500] });
  if (answer.headers.get('content-type')?.startsWith('application/pdf')) return answer.blob();
  throw new ApiError(answer.status, 'unexpected', m.common_error_title());
}

export const unexpected = m.common_error_unexpected();

/**
 * The message of a failed document: its field errors, or the server's message. A response from
 * outside the portal, or a server failure, is the unexpected error.
 */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'unexpected')
    return unexpected;
  const wrong = [...new Set(Object.values(error.fields))];
  return wrong.length > 0 ? wrong.join(' ') : error.message;
}

/** A created document: its name, its address in this browser, and whether its window opened. */
export interface DownloadedDocument {
  name: string;
  address: string;
  opened: boolean;
}

/** Creates the document and opens it in a new window. */
export function useDownload(
  invoice: Invoice,
  ids: { contractorId: number; pageId: number; userId: number },
) {
  const [downloaded, setDownloaded] = useState<DownloadedDocument | null>(null);
  const { busy, run } = useAction({
    call: ({ draft }: { draft: DocumentDraft; viewer: Viewer }) => {
      setDownloaded(null);
      return makeDocument({
        params: { pageId: ids.pageId },
        body: toPayload(draft, ids.userId),
      });
    },
    onDone: (file, { draft, viewer }) => {
      // The URL is kept as long as this page: the window may be reloaded, or the document saved
      // from it.
      const address = URL.createObjectURL(file);
      viewer.show(address);
      storeNumber(ids.contractorId, draft.docType, draft.numberPrice);
      setDownloaded({
        name: `${draft.docType}-${draft.numberPrice}.pdf`,
        address,
        opened: viewer.isOpen,
      });
    },
    onFailure: (error, { draft, viewer }) => {
      viewer.close();
      showToast(failureText(error), 'danger', toastLife.long);
      if (error instanceof ApiError) invoice.takeErrors(error.fields, draft);
    },
  });
  const download = (): void => {
    const draft = invoice.checked();
    if (draft !== null) void run({ draft, viewer: openViewer() });
  };
  return { busy, made: downloaded, download, forget: (): void => setDownloaded(null) };
}
