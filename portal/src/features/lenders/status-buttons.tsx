import { useState } from 'react';
import { Button, Modal, TextInput } from '@mantine/core';
import * as m from '#messages';
import { pauseLender, type Lender } from '@lintel/contract/lenders/lender';
import { openDialog } from '../../lib/dialog.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { archive, lendersKey, pause, resume } from './requests.ts';
import { useQueryClient } from '@tanstack/react-query';

/** Pauses, resumes, archives, and restores a lender. */
export function StatusButtons({ lender: { id, name, status } }: { lender: Lender }) {
  const [pausing, setPausing] = useState(false);
  const resuming = useAction({
    call: () => resume({ params: { id } }),
    successToast: ({ message }) => message,
    refresh: [lendersKey],
  });
  const archiving = useAction({
    ask: (archived: boolean) =>
      !archived ||
      openDialog({
        title: m.lenders_archive_title(),
        text: m.lenders_archive_question({ name }),
        confirm: m.lenders_archive(),
        cancel: m.common_cancel(),
        tone: 'warning',
      }),
    call: (archived: boolean) => archive({ params: { id }, body: { archived } }),
    successToast: ({ message }) => message,
    refresh: [lendersKey],
  });
  return (
    <>
      {status === 'archived' ? (
        <Button
          variant="default"
          loading={archiving.busy}
          onClick={() => void archiving.run(false)}
        >
          {m.lenders_restore()}
        </Button>
      ) : (
        <Button variant="default" loading={archiving.busy} onClick={() => void archiving.run(true)}>
          {m.lenders_archive()}
        </Button>
      )}
      {(status === 'paused' || status === 'failing') && (
        <Button variant="default" loading={resuming.busy} onClick={() => void resuming.run()}>
          {m.lenders_resume()}
        </Button>
      )}
      {(status === 'active' || status === 'failing') && (
        <Button variant="default" onClick={() => setPausing(true)}>
          {m.lenders_pause()}
        </Button>
      )}
      {pausing && <PauseModal id={id} name={name} onClose={() => setPausing(false)} />}
    </>
  );
}

/** Asks why a lender is paused. */
function PauseModal({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const client = useQueryClient();
  const { form, field, busy } = useContractForm({
    initial: { reason: '' },
    rules: () => Promise.resolve(pauseLender.body),
    onSubmit: async (body) => {
      const { message } = await pause({ params: { id }, body });
      showToast(message);
      await client.invalidateQueries({ queryKey: lendersKey });
      onClose();
    },
    onFailure: notifyFailure,
  });
  return (
    <Modal opened onClose={onClose} title={m.lenders_pause_title({ name })}>
      <form {...form}>
        <TextInput
          {...field('reason')}
          label={m.common_reason()}
          description={m.lenders_pause_help()}
          required
          data-autofocus
        />
        <FormActions submit={m.lenders_pause()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
