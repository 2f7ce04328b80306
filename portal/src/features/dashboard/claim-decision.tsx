import { Modal, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Claim } from '@lintel/contract/billing-guarantee';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { formatMoney } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { openClaimsKey, postDecision } from './api/claims.ts';
import { waitingQuery } from './api/waiting.ts';

export type Decision = 'approve' | 'decline';

interface Props {
  claim: Claim;
  decision: Decision;
  onClose: () => void;
}

/** Approves a claim, or declines it with a reason that the contractor reads. */
export function ClaimDecision({ claim, decision, onClose }: Props) {
  const client = useQueryClient();
  const { form, field, busy } = useContractForm({
    initial: { decision, note: '' },
    rules: () =>
      import('@lintel/contract/billing-guarantee').then(({ decideClaim }) => decideClaim.body),
    onSubmit: async (sent) => {
      const { message } = await postDecision(
        { params: { id: claim.id }, body: sent },
        { handles: [409] },
      );
      showToast(message);
      onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: openClaimsKey }),
        client.invalidateQueries(waitingQuery),
      ]);
    },
    onFailure: (error) => showToast(failureText(error), 'danger'),
  });
  const approves = decision === 'approve';
  return (
    <Modal opened onClose={onClose} title={approves ? 'Approve the claim' : 'Decline the claim'}>
      <form {...form}>
        <Text mb="md">
          {approves
            ? `${formatMoney(claim.refund)} go back to the card of ${claim.companyName}, and the paid plan ends.`
            : `${claim.companyName} is told why by e-mail.`}
        </Text>
        <Textarea
          label={approves ? 'Note' : 'Reason'}
          required={!approves}
          rows={4}
          maxLength={500}
          {...field('note')}
        />
        <FormActions submit={approves ? 'Approve' : 'Decline'} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
