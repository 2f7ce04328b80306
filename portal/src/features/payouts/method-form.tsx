import { Select, TextInput } from '@mantine/core';
import { accountTypes, payoutMethodName, type AccountType } from '@lintel/contract/payouts-constants';
import type { PayoutMethod } from '@lintel/contract/payouts-method';
import { EditableForm } from '../../ui/editable-form.tsx';
import { BankNumberField } from './bank-number-field.tsx';
import { useMethodForm } from './use-method-form.ts';

interface Props {
  contractorId: number;
  method: PayoutMethod | null;
  onClose: () => void;
}

/** Bank details. A number that is not typed anew stays as it is stored. */
export function MethodForm({ contractorId, method, onClose }: Props) {
  const { form, field, values, errors, busy, setValue } = useMethodForm(contractorId, method, onClose);
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
      <TextInput {...field('accHolderName')} label="Account holder name" required maxLength={255} autoComplete="off" />
      <TextInput {...field('bankName')} label="Bank name" required maxLength={255} autoComplete="off" />
      <Select
        label="Account type"
        data={[...accountTypes]}
        value={values.accountType}
        onChange={(value) => setValue('accountType', (value ?? 'Checking') as AccountType)}
        error={errors['accountType']}
      />
      <BankNumberField {...number('routingNumber')} label="Routing number" digits={9} digitsOnly />
      <BankNumberField {...number('accNumber')} label="Account number" digits={17} />
    </EditableForm>
  );
}
