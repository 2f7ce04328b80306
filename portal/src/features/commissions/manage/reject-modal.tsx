import { useState, type FormEvent } from 'react';
import { Modal, Textarea } from '@mantine/core';
import * as m from '#messages';
import type { Adjustment } from '@lintel/contract/commissions/adjustments';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { manageKey, reject } from './requests.ts';
import classes from './manage.module.css';

interface Props {
  adjustment: Adjustment;
  /** What is rejected, in a sentence. */
  text: string;
  onClose(): void;
}

/** Rejects a proposal, with an optional reason for the staff. */
export function RejectModal({ adjustment, text, onClose }: Props) {
  const [note, setNote] = useState('');
  const { run, busy } = useAction({
    call: () =>
      reject({
        params: { id: adjustment.contractorId, adjustmentId: adjustment.id },
        body: { note },
      }),
    successToast: ({ message }) => message,
    refresh: [manageKey],
    refreshAlways: true,
    onDone: onClose,
    failureLife: toastLife.long,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void run();
  };
  return (
    <Modal opened onClose={onClose} title={m.commissions_adjust_rejectTitle()} size={480}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <p className={classes.quiet}>{text}</p>
        <Textarea
          label={m.common_reason()}
          description={m.commissions_adjust_noteHelp()}
          value={note}
          maxLength={500}
          autosize
          minRows={2}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormActions submit={m.commissions_adjust_reject()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
