import { Select, TextInput } from '@mantine/core';
import {
  accountTypes,
  changedDetailsHoldDays,
  payoutMethodName,
  type AccountType,
} from '@lintel/contract/payouts-constants';
import type { PayoutMethod } from '@lintel/contract/payouts-method';
import { formatDate } from '../../lib/format.ts';
import { EditableForm } from '../../ui/editable-form.tsx';
import { BankNumberField } from './bank-number-field.tsx';
import { useMethodForm } from './use-method-form.ts';
import classes from './payouts.module.css';

/** The first day on which details that are saved now can be paid to. */
const firstPayoutDay = (now: Date): string =>
  formatDate(new Date(now.getTime() + changedDetailsHoldDays * 86_400_000).toISOString());

interface Props {
  contractorId: number;
  method: PayoutMethod | null;
  onClose: () => void;
}

/** Bank details. A number that is not typed anew stays as it is stored. */
export function MethodForm({ contractorId, method, onClose }: Props) {
  const { form, field, values, errors, busy, setValue } = useMethodForm(
    contractorId,
    method,
    onClose,
  );
  const number = (name: 'routingNumber' | 'accNumber') => ({
    name,
    value: values[name],
    stored: method?.[name] ?? '',
    error: errors[name],
    onChange: (value: string) => setValue(name, value),
    onLeave: field(name).onBlur,
  });
  return (
    <EditableForm form={form} busy={busy} submit="Submit" onCancel={onClose}>
      <TextInput label="Method" value={payoutMethodName} readOnly />
      <TextInput
        {...field('accHolderName')}
        label="Account holder name"
        required
        maxLength={255}
        autoComplete="off"
      />
      <TextInput
        {...field('bankName')}
        label="Bank name"
        required
        maxLength={255}
        autoComplete="off"
      />
      <Select
        label="Account type"
        data={[...accountTypes]}
        value={values.accountType}
        onChange={(value) => setValue('accountType', (value ?? 'Checking') as AccountType)}
        error={errors['accountType']}
      />
      <BankNumberField {...number('routingNumber')} label="Routing number" digits={9} digitsOnly />
      <BankNumberField {...number('accNumber')} label="Account number" digits={17} />
      <p className={classes.quiet}>
        To keep your money safe, nothing is paid to new or changed bank details for{' '}
        {changedDetailsHoldDays} days. Saved today, they are paid to from{' '}
        {firstPayoutDay(new Date())} on.
      </p>
    </EditableForm>
  );
}
