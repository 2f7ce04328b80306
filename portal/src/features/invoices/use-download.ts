import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { makeDocument } from './api/make-document.ts';
import { payloadOf } from './document-draft.ts';
import { failureOf } from './failure-texts.ts';
import { rememberNumber } from './numbering.ts';
import type { Invoice } from './use-invoice.ts';
import { openViewer } from '../../ui/viewer.ts';

/**
 * A document that was made: its name, where it is in this browser, and whether its window opened.
 */
export interface MadeDocument {
  name: string;
  address: string;
  opened: boolean;
}

/** Makes the document and opens it in a new window. */
export function useDownload(
  invoice: Invoice,
  ids: { contractorId: number; pageId: number; userId: number },
) {
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<MadeDocument | null>(null);
  const download = async (): Promise<void> => {
    const draft = invoice.checked();
    if (draft === null) return;
    const viewer = openViewer();
    setBusy(true);
    setMade(null);
    try {
      const file = await makeDocument({
        params: { pageId: ids.pageId },
        body: payloadOf(draft, ids.userId),
      });
      // It lives as long as this page: the window may be reloaded, or the document saved from it.
      const address = URL.createObjectURL(file);
      viewer.show(address);
      rememberNumber(ids.contractorId, draft.docType, draft.numberPrice);
      setMade({
        name: `${draft.docType}-${draft.numberPrice}.pdf`,
        address,
        opened: viewer.isOpen,
      });
    } catch (error) {
      viewer.close();
      showToast(failureOf(error), 'danger', toastLife.long);
      if (error instanceof ApiError) invoice.takeErrors(error.fields, draft);
    } finally {
      setBusy(false);
    }
  };
  return { busy, made, download: () => void download(), forget: (): void => setMade(null) };
}
