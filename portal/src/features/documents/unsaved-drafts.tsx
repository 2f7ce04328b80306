import { useCallback, useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as m from '#messages';
import { documentKinds } from '@lintel/contract/documents/constants';
import { newKey } from '../../lib/api/action-key.ts';
import { isNetworkError } from '../../lib/api/api-error.ts';
import { confirmDiscard } from '../../lib/form/confirmations.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { toDocumentBody } from './editor/values.ts';
import {
  dropDraft,
  storeDraft,
  loadDrafts,
  draftPrefixFor,
  type StoredDraft,
} from './browser-drafts.ts';
import { createDocument, documentsKey, saveDocument } from './requests.ts';
import classes from './documents.module.css';

/** Unsaved drafts in this browser; the ones that waited for the network are saved now. */
export function KeptDrafts() {
  const draftPrefix = draftPrefixFor(useSession());
  const client = useQueryClient();
  const [drafts, setDrafts] = useState(() => loadDrafts(draftPrefix));
  const saveWaiting = useCallback(async () => {
    let saved = 0;
    for (const draft of loadDrafts(draftPrefix).filter(({ waits }) => waits))
      if (await saveKept(draftPrefix, draft)) saved += 1;
    setDrafts(loadDrafts(draftPrefix));
    if (saved === 0) return;
    showToast(
      saved === 1
        ? m.documents_drafts_saved_one()
        : m.documents_drafts_saved_many({ count: saved }),
    );
    await client.invalidateQueries({ queryKey: documentsKey });
  }, [client, draftPrefix]);
  useEffect(() => {
    const save = (): void => void saveWaiting();
    if (navigator.onLine) save();
    window.addEventListener('online', save);
    return () => window.removeEventListener('online', save);
  }, [saveWaiting]);
  if (drafts.length === 0) return null;
  return (
    <div className={classes.kept} role="status">
      <strong>{m.documents_draft_notSaved()}</strong>
      {drafts.map((draft) => (
        <Draft
          key={draft.place}
          draft={draft}
          onDiscard={() => {
            dropDraft(draftPrefix, draft.place);
            setDrafts(loadDrafts(draftPrefix));
          }}
        />
      ))}
    </div>
  );
}

function Draft({ draft, onDiscard }: { draft: StoredDraft; onDiscard(): void }) {
  const navigate = useNavigate();
  const { place, values, savedAt, seen } = draft;
  const name = values.customer.name.trim() || m.common_unnamed();
  const open = (): void =>
    void (seen === null
      ? navigate({ to: '/documents/$id', params: { id: 'new' }, search: { kept: place } })
      : navigate({ to: '/documents/$id/edit', params: { id: String(seen.id) } }));
  const discard = async (): Promise<void> => {
    if (await confirmDiscard(m.common_entryLost())) onDiscard();
  };
  return (
    <span className={classes.keptLine}>
      <span>
        {m.documents_drafts_line({
          kind: documentKinds[values.kind],
          name,
          at: formatDateTime(new Date(savedAt).toISOString()),
        })}
      </span>
      <span>
        <PlainButton small onClick={open}>
          {m.common_continue()}
        </PlainButton>
        <PlainButton small onClick={() => void discard()}>
          {m.common_discard()}
        </PlainButton>
      </span>
    </span>
  );
}

/**
 * Saves a draft that waited for the network, and returns whether it succeeded. A rejected draft
 * stops waiting, because the user must review it.
 */
async function saveKept(draftPrefix: string, draft: StoredDraft): Promise<boolean> {
  const { place, values, seen } = draft;
  const written = toDocumentBody(values);
  const { kind } = values;
  const body = JSON.stringify({ ...written, kind });
  const sent = draft.sent?.body === body ? draft.sent : { key: newKey(), body };
  storeDraft(draftPrefix, { ...draft, sent });
  try {
    if (seen === null) await createDocument({ body: { ...written, kind } }, { key: sent.key });
    else
      await saveDocument({ params: { id: seen.id }, body: { ...written, version: seen.version } });
  } catch (error) {
    storeDraft(draftPrefix, { ...draft, sent, waits: isNetworkError(error) });
    return false;
  }
  dropDraft(draftPrefix, place);
  return true;
}
