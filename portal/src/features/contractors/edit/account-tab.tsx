import { Button, Group, List, Modal, Select, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { PaymentStatus } from '@lintel/contract/billing/tiers';
import type { readReopening, Reopening } from '@lintel/contract/billing/subscriptions';
import { statusChoices } from '@lintel/contract/contractors/manage-constants';
import { call } from '../../../lib/api/call.ts';
import { differingLabels } from '../../../lib/edit-form/use-edit-form.ts';
import { formatShortDate } from '../../../lib/format.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { ManagerField } from '../manager-field.tsx';
import { contractorsKey } from '../requests.ts';
import { CancelModal } from './cancel-modal.tsx';
import { EndingNotice } from './ending-notice.tsx';
import { labels, toEditValues } from './edit-values.ts';
import { PlanField, TeamSizeField } from './plan-field.tsx';
import type { OverlimitQuestion, EditFormState } from './use-edit-form.ts';
import classes from './edit.module.css';

const getReopening = call<typeof readReopening>(
  { method: 'GET', path: '/subscription/{contractorId}/reopening' },
  { handles: [403, 404, 500, 503] },
);

/** The terms on which a canceled contractor's subscription would continue if reopened now. */
const reopeningQuery = (contractorId: number) =>
  queryOptions({
    queryKey: [...contractorsKey, 'reopening', contractorId],
    queryFn: ({ signal }) => getReopening({ params: { contractorId } }, { signal }),
    retry: false,
    staleTime: 0,
  });

interface Props {
  used: EditFormState;
  mayPlan: boolean;
  onCancel(): void;
}

/** The staff's form of a contractor. */
export function AccountTab({ used, mayPlan, onCancel }: Props) {
  const { hasUser } = used.stored.contractor;
  return (
    <>
      <form {...used.form}>
        <ConflictNotice used={used} />
        <EndingNotice contractorId={used.stored.contractor.id} />
        <div className={classes.fields}>
          {!hasUser && <ContactFields used={used} />}
          {mayPlan && <PlanField used={used} />}
          <StatusField used={used} wide={!mayPlan} />
          <EditedManager used={used} />
          <ProgramField used={used} name="partnerId" label={m.contractors_edit_partnerId()} />
          <ProgramField used={used} name="referralId" label={m.contractors_edit_referralId()} />
          <TeamSizeField used={used} readOnly={!mayPlan} />
        </div>
        <FormActions
          submit={m.common_update()}
          busy={used.busy}
          disabled={!used.dirty}
          onCancel={onCancel}
        />
      </form>
      {used.overlimit.question && <OverlimitModal question={used.overlimit.question} />}
      {used.cancel.settle && (
        <CancelModal
          contractorId={used.stored.contractor.id}
          mayRefund={mayPlan}
          settle={used.cancel.settle}
        />
      )}
    </>
  );
}

/** The current status and the ones that staff can set. */
function StatusField({
  used: { values, errors, setValue, stored, field },
  wide,
}: {
  used: EditFormState;
  wide: boolean;
}) {
  const { id, paymentStatus } = stored.contractor;
  const choices: PaymentStatus[] = statusChoices(paymentStatus);
  const reopens = paymentStatus === 'Canceled' && values.paymentStatus === 'Renewed';
  const { data: reopening } = useQuery({ ...reopeningQuery(id), enabled: reopens });
  return (
    <Select
      label={m.contractors_paymentStatus()}
      description={reopens && reopening && reopeningText(reopening)}
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
  used: { values, errors, setValue, stored, field },
}: {
  used: EditFormState;
}) => (
  <ManagerField
    className={classes.wide}
    current={stored.manager}
    value={values.managerId}
    error={errors['managerId']}
    onChange={(id) => setValue('managerId', id)}
    onBlur={field('managerId').onBlur}
  />
);

/** The charge of reopening, and its date. */
function reopeningText({ paidUntil, resumes }: Reopening): string {
  if (paidUntil === null) return m.contractors_edit_restart();
  const until = formatShortDate(paidUntil);
  if (resumes) return m.contractors_edit_continues({ until });
  return m.contractors_edit_otherPlanPaid({ until });
}

interface ProgramProps {
  used: EditFormState;
  name: 'partnerId' | 'referralId';
  label: string;
}

const ProgramField = ({ used: { field }, name, label }: ProgramProps) => (
  <TextInput
    {...field(name)}
    label={label}
    placeholder={m.contractors_edit_otherId()}
    inputMode="numeric"
    maxLength={10}
    autoComplete="off"
  />
);

/** The contact of a contractor without a user. */
function ContactFields({ used: { field, values, setValue } }: { used: EditFormState }) {
  return (
    <>
      <TextInput
        {...field('companyName')}
        className={classes.wide ?? ''}
        label={m.contractors_edit_companyName()}
        required
        maxLength={240}
        autoComplete="off"
      />
      <TextInput
        {...field('firstName')}
        label={m.contractors_edit_firstName()}
        required
        maxLength={250}
        autoComplete="off"
      />
      <TextInput
        {...field('lastName')}
        label={m.contractors_edit_lastName()}
        required
        maxLength={250}
        autoComplete="off"
      />
      <PhoneField
        label={m.common_phone()}
        field={field('phone')}
        value={values.phone}
        onChange={(digits) => setValue('phone', digits)}
        required
      />
      <TextInput
        {...field('email')}
        label={m.common_email()}
        type="email"
        required
        maxLength={250}
        autoComplete="off"
      />
    </>
  );
}

/**
 * The users that the new limit would deactivate, and the choice. Closing it is the same as Cancel.
 */
function OverlimitModal({ question: { teamUsers, settle } }: { question: OverlimitQuestion }) {
  return (
    <Modal
      opened
      onClose={() => settle(false)}
      title={m.contractors_edit_overLimit()}
      size={480}
      zIndex={300}
    >
      <Text>
        {teamUsers.length === 1
          ? m.contractors_edit_overLimit_one()
          : m.contractors_edit_overLimit_many({ count: teamUsers.length })}
      </Text>
      <List mt="sm" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {teamUsers.map(({ id, fullName, email }) => (
          <List.Item key={id}>
            <strong>{fullName}</strong> {email}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={() => settle(false)}>
          {m.common_cancel()}
        </Button>
        <Button data-autofocus color="red" onClick={() => settle(true)}>
          {m.common_continue()}
        </Button>
      </Group>
    </Modal>
  );
}

/** Another user's conflicting changes, and the choice of how to continue. */
function ConflictNotice({ used }: { used: EditFormState }) {
  if (used.conflict === null) return null;
  const { newer } = used.conflict;
  const changed = differingLabels(toEditValues(newer), used.base, labels);
  const { lastEdit } = newer;
  return (
    <ChangedNotice
      {...(lastEdit && lastEdit.at !== used.stored.lastEdit?.at && { saved: lastEdit })}
      {...(changed.length > 0 && {
        text: m.contractors_edit_changedFields({ changed: changed.join(', ') }),
      })}
      keep={m.contractors_edit_keepMine()}
      onKeep={used.keepMine}
      onDiscardOwn={used.discardOwn}
    />
  );
}
