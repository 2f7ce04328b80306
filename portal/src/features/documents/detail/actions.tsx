import { useState } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as m from '#messages';
import { amountRange } from '@lintel/contract/applications/constants';
import type { DocumentAction } from '@lintel/contract/documents/lifecycle';
import type { FullDocument } from '@lintel/contract/documents/views';
import { copyText } from '../../../lib/clipboard.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { confirmDelete } from '../../../lib/form/confirmations.ts';
import { may, useSession } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconDotsVertical, IconFileInvoice, IconSend } from '../../../ui/icons.ts';
import { openSendSheet, sendingAccess, type SendRequest } from '../../links/index.ts';
import { missingIn } from '../editor/use-editor.ts';
import { toEditorValues } from '../editor/values.ts';
import { documentsKey } from '../requests.ts';
import { changeLink, copyDocument, deleteDraft, invoiceEstimate, savePdf } from './requests.ts';
import { SendModal } from './send-modal.tsx';
import { VoidModal } from './small-actions.tsx';

interface Props {
  document: FullDocument;
  userId: number;
  mayChange: boolean;
  /** Saved in order to be sent. */
  opensSending: boolean;
}

/** The document's current actions; read-only users can download the PDF. */
export function DocumentActions({ document, userId, mayChange, opensSending }: Props) {
  const navigate = useNavigate();
  const can = (action: DocumentAction): boolean => mayChange && document.may.includes(action);
  const [isSending, setSending] = useState(opensSending && can('send'));
  const invoicing = useInvoicing(document);
  const { id } = document;
  const edit = (search: { check?: string } = {}): void =>
    void navigate({ to: '/documents/$id/edit', params: { id: String(id) }, search });
  const send = async (): Promise<void> => {
    const missing = document.sentRevision === null || document.hasUnsentChanges;
    const found = missing ? await missingIn(toEditorValues(document)) : {};
    if (Object.keys(found).length > 0) edit({ check: 'yes' });
    else setSending(true);
  };
  const isNew = document.sentRevision === null || document.hasUnsentChanges;
  return (
    <>
      {can('invoice') && (
        <Button
          leftSection={<IconFileInvoice size={18} aria-hidden />}
          loading={invoicing.busy}
          onClick={() => void invoicing.run()}
        >
          {m.documents_one_turnIntoInvoice()}
        </Button>
      )}
      {can('send') && (
        <Button
          {...(!isNew && { variant: 'default' })}
          leftSection={<IconSend size={18} aria-hidden />}
          onClick={() => void send()}
        >
          {isNew ? m.common_send() : m.common_sendAgain()}
        </Button>
      )}
      {can('save') && (
        <Button variant="default" onClick={() => edit()}>
          {document.sentRevision === null ? m.common_edit() : m.documents_one_revise()}
        </Button>
      )}
      <PdfButton document={document} userId={userId} />
      <MoreMenu document={document} mayChange={mayChange} />
      {isSending && (
        <SendModal document={document} userId={userId} onClose={() => setSending(false)} />
      )}
    </>
  );
}

function PdfButton({ document, userId }: { document: FullDocument; userId: number }) {
  const { busy, run } = useAction({ call: () => savePdf(document, userId) });
  return (
    <Button variant="default" loading={busy} onClick={() => void run()}>
      {m.common_pdf()}
    </Button>
  );
}

/** Converts an accepted estimate to an invoice, and opens it. */
function useInvoicing({ id }: FullDocument) {
  const goTo = useGoTo();
  return useAction({
    call: () => invoiceEstimate({ params: { id } }),
    successToast: () => m.documents_one_invoiceDraft(),
    refresh: [documentsKey],
    refreshAlways: true,
    onDone: goTo,
  });
}

function useGoTo(): (document: FullDocument) => void {
  const navigate = useNavigate();
  return ({ id }) => void navigate({ to: '/documents/$id', params: { id: String(id) } });
}

function MoreMenu({ document, mayChange }: { document: FullDocument; mayChange: boolean }) {
  const { id, kind, link, sentRevision } = document;
  const can = (action: DocumentAction): boolean => mayChange && document.may.includes(action);
  const [isVoiding, setVoiding] = useState(false);
  const maySendLinks = may(useSession(), sendingAccess);
  const { copying, removing, linking } = useMenuActions(document);
  const isLinked = sentRevision !== null && document.status !== 'void' && mayChange;
  if (!mayChange) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={m.common_moreActions()}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {link !== null && (
            <Menu.Item onClick={() => void copyText(link.url)}>{m.common_copyLink()}</Menu.Item>
          )}
          {maySendLinks && document.status !== 'void' && (
            <Menu.Item onClick={() => openSendSheet(sendRequest(document))}>
              {m.documents_one_financingLink()}
            </Menu.Item>
          )}
          {can('copy') && (
            <>
              <Menu.Item onClick={() => void copying.run(kind)}>{m.common_copy()}</Menu.Item>
              <Menu.Item
                onClick={() => void copying.run(kind === 'estimate' ? 'invoice' : 'estimate')}
              >
                {kind === 'estimate'
                  ? m.documents_one_copyAsInvoice()
                  : m.documents_one_copyAsEstimate()}
              </Menu.Item>
            </>
          )}
          {isLinked && (
            <Menu.Item onClick={() => void linking.run('renew')}>
              {m.documents_one_newLink()}
            </Menu.Item>
          )}
          {isLinked && link !== null && (
            <Menu.Item onClick={() => void linking.run('revoke')}>
              {m.documents_one_linkOff()}
            </Menu.Item>
          )}
          {can('void') && (
            <Menu.Item onClick={() => setVoiding(true)}>{m.documents_void_action()}</Menu.Item>
          )}
          {can('delete') && (
            <Menu.Item onClick={() => void removing.run()}>
              {m.documents_one_deleteDraft()}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isVoiding && <VoidModal id={id} onClose={() => setVoiding(false)} />}
    </>
  );
}

/** A link to apply for the open amount, prefilled with the customer's data. */
function sendRequest({ customerId, pageId, content, balance }: FullDocument): SendRequest {
  const { name, phone, email } = content.customer;
  return {
    ...(customerId !== null && { customerId }),
    ...(pageId !== null && { pageId }),
    ...(balance >= amountRange.min && balance <= amountRange.max && { amount: Math.ceil(balance) }),
    name,
    phone,
    email,
  };
}

function useMenuActions({ id }: FullDocument) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const goTo = useGoTo();
  const copying = useAction({
    call: (kind: FullDocument['kind']) => copyDocument({ params: { id }, body: { kind } }),
    successToast: () => m.documents_one_copyToast(),
    refresh: [documentsKey],
    onDone: goTo,
  });
  const removing = useAction({
    ask: () => confirmDelete(m.documents_one_deleteDraft(), m.documents_one_deleteDraftText()),
    call: () => deleteDraft({ params: { id } }),
    successToast: ({ message }) => message,
    onDone: async () => {
      await navigate({ to: '/documents' });
      await client.invalidateQueries({ queryKey: documentsKey });
    },
  });
  const linking = useAction({
    ask: (action: 'renew' | 'revoke') =>
      openDialog({
        title: action === 'renew' ? m.documents_one_newLink() : m.documents_one_linkOff(),
        text: m.documents_one_linkStops(),
        confirm: action === 'renew' ? m.documents_one_newLink() : m.documents_one_linkOff(),
        cancel: m.common_cancel(),
        tone: 'warning',
      }),
    call: (action) => changeLink({ params: { id }, body: { action } }),
    successToast: (_answer, action) =>
      action === 'renew' ? m.documents_one_newLinkToast() : m.documents_one_linkIsOff(),
    refresh: [documentsKey],
    refreshAlways: true,
  });
  return { copying, removing, linking };
}
