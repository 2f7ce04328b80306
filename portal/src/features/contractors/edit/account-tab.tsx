import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PaymentStatus } from '@lintel/contract/billing';
import type { Reopening } from '@lintel/contract/billing-subscriptions';
import { statusChoices } from '@lintel/contract/contractors-manage-constants';
import { formatShortDate } from '../../../lib/format.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { reopeningQuery } from '../api/get-reopening.ts';
import { ManagerField } from '../manager-field.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { ContactFields } from './contact-fields.tsx';
import { OverlimitModal } from './overlimit-modal.tsx';
import { PlanField } from './plan-field.tsx';
import { TeamSizeField } from './team-size-field.tsx';
import type { UsedEditForm } from './use-edit-form.ts';
import classes from './edit.module.css';

interface Props {
  used: UsedEditForm;
  mayPlan: boolean;
  onCancel(): void;
}

/** What staff change of a contractor. */
export function AccountTab({ used, mayPlan, onCancel }: Props) {
  const { hasUser } = used.base.contractor;
  return (
    <>
      <form {...used.form}>
        <ConflictNotice used={used} />
        <div className={classes.fields}>
          {!hasUser && <ContactFields used={used} />}
          {mayPlan && <PlanField used={used} />}
          <StatusField used={used} wide={!mayPlan} />
          <EditedManager used={used} />
          <ProgramField used={used} name="partnerId" label="Partner ID" />
          <ProgramField used={used} name="referralId" label="Referral ID" />
          <TeamSizeField used={used} readOnly={!mayPlan} />
        </div>
        <FormActions submit="Update" busy={used.busy} disabled={!used.dirty} onCancel={onCancel} />
      </form>
      {used.overlimit.question && <OverlimitModal question={used.overlimit.question} />}
    </>
  );
}

/** The present status and what staff may make of it. */
function StatusField({
  used: { values, errors, setValue, base, field },
  wide,
}: {
  used: UsedEditForm;
  wide: boolean;
}) {
  const { id, paymentStatus } = base.contractor;
  const choices: PaymentStatus[] = statusChoices(paymentStatus);
  const reopens = paymentStatus === 'Canceled' && values.paymentStatus === 'Renewed';
  const { data: reopening } = useQuery({ ...reopeningQuery(id), enabled: reopens });
  return (
    <Select
      label="Payment Status"
      description={reopens && reopening && reopeningWords(reopening)}
      className={wide ? (classes.wide ?? '') : ''}
      data={choices}
      value={values.paymentStatus}
      onChange={(status) => setValue('paymentStatus', status ?? '')}
      onBlur={field('paymentStatus').onBlur}
      error={errors['paymentStatus']}
      aria-invalid={errors['paymentStatus'] !== undefined}
      required
    />
  );
}

const EditedManager = ({
  used: { values, errors, setValue, base, field },
}: {
  used: UsedEditForm;
}) => (
  <ManagerField
    className={classes.wide}
    known={base.manager}
    value={values.managerId}
    error={errors['managerId']}
    onChange={(id) => setValue('managerId', id)}
    onBlur={field('managerId').onBlur}
  />
);

/** What reopening charges, and when. */
function reopeningWords({ paidUntil, resumes }: Reopening): string {
  if (paidUntil === null)
    return 'The subscription begins anew: its first payment is due on the Billing page.';
  const until = formatShortDate(paidUntil);
  if (resumes)
    return `Paid until ${until}: the subscription goes on, and nothing is charged before that day.`;
  return `Another plan was paid until ${until}. This one begins anew, so give back what is left of that payment.`;
}

interface ProgramProps {
  used: UsedEditForm;
  name: 'partnerId' | 'referralId';
  label: string;
}

const ProgramField = ({ used: { field }, name, label }: ProgramProps) => (
  <TextInput
    {...field(name)}
    label={label}
    placeholder="Another contractor's ID"
    inputMode="numeric"
    maxLength={10}
    autoComplete="off"
  />
);
