import { useQueryClient } from '@tanstack/react-query';
import { TextInput, Select } from '@mantine/core';
import * as m from '#messages';
import {
  payoutMethodName,
  accountTypes,
  changedDetailsHoldDays,
} from '@lintel/contract/payouts/constants';
import type { savePayoutMethod, PayoutMethod } from '@lintel/contract/payouts/method';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { formatBusinessDate } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/failure.ts';
import { EditableForm } from '../../ui/editable-card.tsx';
import classes from './payouts.module.css';

/** Saves bank details. The form shows every failure itself. */
const saveMethod = call<typeof savePayoutMethod>(
  { method: 'POST', path: '/contractor/{id}/payout-tax', encoding: 'form' },
  { handles: [403, 409, 500] },
);

const noticeId = 'payout-method';

const initialValues = (method: PayoutMethod | null) => ({
  payoutMethod: payoutMethodName,
  accHolderName: method?.accHolderName ?? '',
  bankName: method?.bankName ?? '',
  accountType: method?.accountType ?? 'Checking',
  routingNumber: method?.routingNumber ?? '',
  accNumber: method?.accNumber ?? '',
});

/** The bank details form: it starts with the stored values and shows the result of saving. */
function useMethodForm(contractorId: number, method: PayoutMethod | null, onSaved: () => void) {
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['payouts'] });
  return useContractForm({
    initial: initialValues(method),
    rules: () => import('@lintel/contract/payouts/method').then((payouts) => payouts.payoutForm),
    onSubmit: async (sent) => {
      const body = { ...sent, id: contractorId, version: method?.version ?? 0 };
      const { message } = await saveMethod({ params: { id: contractorId }, body });
      await refresh();
      onSaved();
      showToast(message, 'success', undefined, noticeId);
    },
    onFailure: (error) => {
      showToast(failureText(error), 'danger', false, noticeId);
      if (error instanceof ApiError && error.status === 409) void refresh();
    },
  });
}

interface BankNumberFieldProps {
  label: string;
  name: string;
  /** The typed number, or the stored masked one. */
  value: string;
  /** The stored masked number, or empty. */
  stored: string;
  digits: number;
  /** Rejects anything but digits with an error. */
  digitsOnly?: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/**
 * A bank account or routing number. A stored number shows its last four digits; focusing the field
 * clears it for a new one, and leaving the field empty restores it.
 */
function BankNumberField({
  label,
  name,
  value,
  stored,
  digits,
  digitsOnly = false,
  error,
  onChange,
  onLeave,
}: BankNumberFieldProps) {
  const isStored = stored !== '' && value === stored;
  const normalizeTyped = (typed: string): void => {
    const bare = digitsOnly ? typed.replace(/\D/g, '') : typed.replace(/[\s-]/g, '');
    onChange(bare.slice(0, digits));
  };
  const leave = (): void => {
    if (value.trim() === '' && stored !== '') onChange(stored);
    onLeave();
  };
  return (
    <TextInput
      name={name}
      label={label}
      required
      description={stored === '' ? undefined : m.payouts_method_accountHelp()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={isStored ? value.replaceAll('*', '•') : value}
      error={error}
      aria-invalid={error !== undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={isStored ? undefined : digits + 4}
      onFocus={() => isStored && onChange('')}
      onChange={(event) => normalizeTyped(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

/** The first possible payout day for details saved now. */
const firstPayoutDay = (now: Date): string =>
  formatBusinessDate(new Date(now.getTime() + changedDetailsHoldDays * 86_400_000).toISOString());

interface MethodFormProps {
  contractorId: number;
  method: PayoutMethod | null;
  onClose: () => void;
}

/** Bank details. A stored number that isn't retyped stays unchanged. */
export function MethodForm({ contractorId, method, onClose }: MethodFormProps) {
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
    <EditableForm form={form} busy={busy} submit={m.common_submit()} onCancel={onClose}>
      <TextInput label={m.payouts_method_label()} value={payoutMethodName} readOnly />
      <TextInput
        {...field('accHolderName')}
        label={m.payouts_method_holderName()}
        required
        maxLength={255}
        autoComplete="off"
      />
      <TextInput
        {...field('bankName')}
        label={m.payouts_method_bankName()}
        required
        maxLength={255}
        autoComplete="off"
      />
      <Select
        label={m.payouts_method_accountType()}
        data={[...accountTypes]}
        value={values.accountType}
        onChange={(value) => setValue('accountType', value ?? 'Checking')}
        error={errors['accountType']}
      />
      <BankNumberField
        {...number('routingNumber')}
        label={m.payouts_method_routing()}
        digits={9}
        digitsOnly
      />
      <BankNumberField {...number('accNumber')} label={m.payouts_method_account()} digits={17} />
      <p className={classes.quiet}>
        {m.payouts_method_holdText({
          changedDetailsHoldDays,
          firstPayoutDay: firstPayoutDay(new Date()),
        })}
      </p>
    </EditableForm>
  );
}
