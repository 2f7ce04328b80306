import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import * as m from '#messages';
import type { DocumentKind } from '@lintel/contract/documents/constants';
import type { FullDocument } from '@lintel/contract/documents/views';
import { ApiError } from '../../../lib/api/api-error.ts';
import { may, useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { IconArrowLeft } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState, NoAccessState } from '../../../ui/states.tsx';
import { documentName } from '../document-labels.tsx';
import {
  storeDraft,
  loadDraft,
  loadDrafts,
  draftPrefixFor,
  type StoredDraft,
} from '../browser-drafts.ts';
import { changing, documentQuery, startQuery } from '../requests.ts';
import { convertQuickDraft } from './from-quick.ts';
import { EditorForm } from './editor-form.tsx';
import { toEdited, type EditedDocument } from './use-editor.ts';
import { blankValues, newItem, toEditorValues, type EditorValues } from './values.ts';
import { newKey } from '../../../lib/api/action-key.ts';
import classes from './editor.module.css';

const route = getRouteApi('/portal/documents/$id/edit');

/** The form with a back link. */
function Shell({ title, back, children }: { title: string; back: string; children: ReactNode }) {
  return (
    <>
      <p className={classes.back}>
        <Link to={back}>
          <IconArrowLeft size={16} aria-hidden />{' '}
          {back === '/documents' ? m.documents_allDocuments() : m.documents_editor_back()}
        </Link>
      </p>
      <PageHeader title={title} />
      {children}
    </>
  );
}

const titles: Record<DocumentKind, string> = {
  estimate: m.documents_newEstimate(),
  invoice: m.documents_newInvoice(),
};

interface NewProps {
  kind: DocumentKind;
  customerId: number | undefined;
  /** The place of a draft stored in this browser. */
  place: string | undefined;
}

/** A new estimate or invoice: an earlier unsaved draft, or the defaults. */
export function NewDocument({ kind, customerId, place }: NewProps) {
  const session = useSession();
  const draftPrefix = draftPrefixFor(session);
  const [{ kept: storedDraft, own }] = useState(() => {
    const found =
      place === undefined ? lastNew(draftPrefix, kind, customerId) : loadDraft(draftPrefix, place);
    return { kept: found, own: found?.place ?? `new-${newKey()}` };
  });
  const type = storedDraft?.values.kind ?? kind;
  if (session.contractor === null || !may(session, changing)) return <ReadOnly />;
  return (
    <Shell title={titles[type]} back="/documents">
      {storedDraft === null ? (
        <WithDefaults kind={type} customerId={customerId}>
          {(start) => (
            <Editing
              draftPrefix={draftPrefix}
              place={own}
              item={null}
              start={start}
              storedDraft={null}
            />
          )}
        </WithDefaults>
      ) : (
        <Editing
          draftPrefix={draftPrefix}
          place={own}
          item={null}
          start={blankValues(type)}
          storedDraft={storedDraft}
        />
      )}
    </Shell>
  );
}

/** Converts a page's quick document to a stored draft. */
export function FromQuickDocument({ kind, pageId }: { kind: DocumentKind; pageId: number }) {
  const session = useSession();
  const [place] = useState(() => {
    const draft = convertQuickDraft(session.contractor?.id ?? 0, pageId);
    if (draft !== null) storeDraft(draftPrefixFor(session), draft);
    return draft?.place;
  });
  return (
    <Navigate
      to="/documents/$id"
      params={{ id: 'new' }}
      search={place === undefined ? { kind } : { kept: place }}
      replace
    />
  );
}

/** The newest draft of this kind and customer that isn't waiting to be saved. */
const lastNew = (
  draftPrefix: string,
  kind: DocumentKind,
  customerId: number | undefined,
): StoredDraft | null =>
  loadDrafts(draftPrefix).find(
    ({ place, values, waits }) =>
      place.startsWith('new-') &&
      !waits &&
      values.kind === kind &&
      (customerId === undefined || values.customerId === customerId),
  ) ?? null;

const ReadOnly = () => (
  <Shell title={m.common_document()} back="/documents">
    <Card>
      <NoAccessState text={m.documents_readOnly()} />
    </Card>
  </Shell>
);

/** A new document's defaults; empty while offline. */
function WithDefaults({
  kind,
  customerId,
  children,
}: {
  kind: DocumentKind;
  customerId: number | undefined;
  children: (start: EditorValues) => ReactNode;
}) {
  const { user } = useSession();
  const [start, setStart] = useState<EditorValues | null>(null);
  const { data, isError } = useQuery({
    ...startQuery(user.id, kind, customerId),
    enabled: start === null,
  });
  if (start === null && (data !== undefined || isError))
    setStart(data === undefined ? blankValues(kind) : withItem(toEditorValues({ ...data, kind })));
  return start === null ? (
    <Card>
      <SkeletonRows columns={2} rows={6} />
    </Card>
  ) : (
    children(start)
  );
}

const withItem = (values: EditorValues): EditorValues => ({
  ...values,
  items: values.items.length > 0 ? values.items : [{ ...newItem(), key: 'item-0' }],
});

function Editing({
  draftPrefix,
  place,
  item,
  start,
  storedDraft,
  checks = false,
}: {
  draftPrefix: string;
  place: string;
  item: EditedDocument | null;
  start: EditorValues;
  storedDraft: StoredDraft | null;
  checks?: boolean;
}) {
  const session = useSession();
  const navigate = useNavigate();
  const saved = ({ id }: FullDocument, next: 'look' | 'send'): void =>
    void navigate({
      to: '/documents/$id',
      params: { id: String(id) },
      ...(next === 'send' && { search: { send: 'yes' } }),
    });
  return (
    <EditorForm
      userId={session.user.id}
      draftPrefix={draftPrefix}
      place={place}
      item={item}
      start={start}
      storedDraft={storedDraft}
      onSaved={saved}
      checks={checks}
    />
  );
}

/** A stored document: a draft, or the next revision. */
export function EditDocumentPage() {
  const { id } = route.useParams();
  const session = useSession();
  if (session.contractor === null || !may(session, changing)) return <ReadOnly />;
  return <Stored key={id} id={Number(id)} userId={session.user.id} />;
}

function Stored({ id, userId }: { id: number; userId: number }) {
  const { check } = route.useSearch();
  const draftPrefix = draftPrefixFor(useSession());
  const back = `/documents/${id}`;
  const [storedDraft] = useState(() => loadDraft(draftPrefix, String(id)));
  const [opened, setOpened] = useState<FullDocument | null>(null);
  const { data, error, isError, refetch } = useQuery({
    ...documentQuery(userId, id),
    networkMode: 'always',
    enabled: opened === null,
  });
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
  // Other users' changes show up on save, not while typing.
  if (opened === null && data !== undefined) setOpened(data);
  const editing = { draftPrefix, place: String(id), storedDraft, checks: check !== undefined };
  if (opened !== null && !opened.may.includes('save'))
    return (
      <Shell title={documentName(opened)} back={back}>
        <Card>
          <NoAccessState text={m.documents_editor_locked()} />
        </Card>
      </Shell>
    );
  if (opened !== null) {
    const item = withFirstItem(toEdited(opened));
    return (
      <Shell title={m.common_editNamed({ name: documentName(opened) })} back={back}>
        <Editing {...editing} item={item} start={item.values} />
      </Shell>
    );
  }
  if (isError && storedDraft?.seen != null) {
    const { values, seen } = storedDraft;
    return (
      <Shell title={m.documents_editor_title()} back={back}>
        <Editing {...editing} item={{ ...seen, values }} start={values} />
      </Shell>
    );
  }
  return (
    <Shell title={m.documents_editor_title()} back={back}>
      <Card>
        {isMissing ? (
          <EmptyState title={m.documents_one_notFound()} text={m.documents_one_notFoundText()} />
        ) : isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows columns={2} rows={6} />
        )}
      </Card>
    </Shell>
  );
}

const withFirstItem = (edited: EditedDocument): EditedDocument => ({
  ...edited,
  values: withItem(edited.values),
});
