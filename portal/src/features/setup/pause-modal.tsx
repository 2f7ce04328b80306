import { Modal, TextInput } from '@mantine/core';
import * as m from '#messages';
import { pauseForPublic } from '@lintel/contract/setup/checklist';
import { notifyFailure } from '../../lib/failure.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { browserPage } from '../../lib/reload.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { pause } from './requests.ts';

/** Asks why new sign-ups and applications are paused. */
export function PauseModal({ onClose }: { onClose(): void }) {
  const { form, field, busy } = useContractForm({
    initial: { reason: '' },
    rules: () => Promise.resolve(pauseForPublic.body),
    onSubmit: async (body) => {
      await pause({ body });
      // The frame's banner comes with the page.
      browserPage.reload();
    },
    onFailure: notifyFailure,
  });
  return (
    <Modal opened onClose={onClose} title={m.setup_pause_title()}>
      <form {...form}>
        <TextInput
          {...field('reason')}
          label={m.common_reason()}
          description={m.setup_pause_help()}
          required
          data-autofocus
        />
        <FormActions submit={m.setup_pause()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
