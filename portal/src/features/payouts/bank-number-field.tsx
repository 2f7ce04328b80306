import { TextInput } from '@mantine/core';

interface Props {
  label: string;
  name: string;
  /** What is typed, or the masked number that is stored. */
  value: string;
  /** The masked number that is stored; empty when there is none. */
  stored: string;
  digits: number;
  /** Takes nothing but digits; else the form says what is wrong. */
  digitsOnly?: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/**
 * A bank number of so many digits. The stored one shows its last four; going into the field empties
 * it for a new one, and leaving it empty brings the stored one back.
 */
export function BankNumberField({
  label,
  name,
  value,
  stored,
  digits,
  digitsOnly = false,
  error,
  onChange,
  onLeave,
}: Props) {
  const isStored = stored !== '' && value === stored;
  const take = (typed: string): void => {
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
      description={stored === '' ? undefined : 'Leave it as it is to keep the stored number.'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={isStored ? value.replaceAll('*', '•') : value}
      error={error}
      aria-invalid={error !== undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={isStored ? undefined : digits + 4}
      onFocus={() => isStored && onChange('')}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
