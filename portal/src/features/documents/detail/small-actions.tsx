import { useState } from 'react';
import { Button, Modal, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { documentTextLimits as limits } from '@lintel/contract/documents/constants';
import type { FullDocument } from '@lintel/contract/documents/views';
import { confirmDiscard } from '../../../lib/form/confirmations.ts';
import { useDraftName } from '../../../lib/form/form-draft.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RestoredLine } from '../../../ui/restored-line.tsx';
import { documentKey, documentsKey } from '../requests.ts';
import { discardChanges, reversePayment, voidDocument } from './requests.ts';
import classes from './document.module.css';

/** Discards the changes since the document was sent. */
export function DiscardChanges({
  document: { id, version },
  userId,
}: {
  document: FullDocument;
  userId: number;
}) {
  const { busy, run } = useAction({
    ask: () => confirmDiscard(m.documents_discard_text()),
    call: () => discardChanges({ params: { id }, body: { version } }),
    refresh: [documentsKey, documentKey(userId, id)],
    refreshAlways: true,
  });
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={() => void run()}>
      {m.documents_one_discardChanges()}
    </Button>
  );
}

interface ReasonProps {
  title: string;
  text: string;
  submit: string;
  /** The key of the reason's draft. */
  draft: string;
  onSubmit(reason: string): Promise<unknown>;
  onClose(): void;
}

const rules = () =>
  import('@lintel/contract/documents/documents').then(({ voidDocument: { body } }) => body);

/** Requires a reason for an action that stays on record. */
function ReasonModal({ title, text, submit, draft, onSubmit, onClose }: ReasonProps) {
  const client = useQueryClient();
  const draftName = useDraftName(draft);
  const {
    form,
    field,
    busy,
    kept: formDraft,
  } = useContractForm({
    draftName,
    initial: { reason: '' },
    rules,
    onSubmit: async ({ reason }) => {
      await onSubmit(reason);
      await client.invalidateQueries({ queryKey: documentsKey });
      onClose();
    },
    onFailure: notifyFailure,
  });
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <form {...form}>
        <p className={classes.modalText}>{text}</p>
        <Textarea
          {...field('reason')}
          label={m.common_reason()}
          required
          maxLength={limits.reason}
          rows={3}
          data-autofocus
        />
        <RestoredLine kept={formDraft} />
        <FormActions submit={submit} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}

export const VoidModal = ({ id, onClose }: { id: number; onClose(): void }) => (
  <ReasonModal
    title={m.documents_void_title()}
    text={m.documents_void_help()}
    submit={m.documents_void_action()}
    draft={`document.${id}.void`}
    onSubmit={(reason) => voidDocument({ params: { id }, body: { reason } })}
    onClose={onClose}
  />
);

/** A button that reverses a payment, with a reason. */
export function WithdrawButton({
  id,
  payment,
  label,
}: {
  id: number;
  payment: number;
  label: string;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={label} onClick={() => setOpen(true)}>
        {m.documents_reverse_submit()}
      </Button>
      {isOpen && (
        <ReasonModal
          title={m.documents_reverse_title()}
          text={m.documents_reverse_help()}
          submit={m.documents_reverse_submit()}
          draft={`document.${id}.payment.${payment}.take-back`}
          onSubmit={(reason) => reversePayment({ params: { id, payment }, body: { reason } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
