import { Modal, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { resetStaffFactors, StaffAccount } from '@lintel/contract/identity/staff';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { tellFailure } from '../../../lib/unexpected.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { staffKey } from './staff-view.ts';
import classes from './staff.module.css';

const reset = call<typeof resetStaffFactors>(
  { method: 'POST', path: '/manage/staff/{id}/reset-factors', encoding: 'json' },
  { handles: [500] },
);

interface Props {
  account: StaffAccount;
  onClose(): void;
}

/** Takes the second factors of a colleague away who has lost them; asks why. */
export function ResetModal({ account: { id, firstname, lastname }, onClose }: Props) {
  const client = useQueryClient();
  const { form, field, busy } = useContractForm({
    initial: { reason: '' },
    rules: () => import('@lintel/contract/identity/staff').then((staff) => staff.resetForm),
    onSubmit: async (body) => {
      const { message } = await reset({ params: { id }, body });
      showToast(message);
      await client.invalidateQueries({ queryKey: staffKey });
      onClose();
    },
    onFailure: tellFailure,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Reset two-step verification of ${firstname} ${lastname}`}
      size={520}
      closeOnClickOutside={false}
    >
      <form {...form}>
        <p className={classes.quiet}>
          Only if you are sure who asks you. Passkeys, authenticator app and recovery codes stop
          working, the account is signed out everywhere, and its owner is told by e-mail.
        </p>
        <Textarea
          {...field('reason')}
          label="Reason"
          description="It is kept in the audit log."
          required
          maxLength={250}
          rows={3}
          mt="md"
          data-autofocus
        />
        <FormActions submit="Reset" busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
