import type { ReactNode } from 'react';
import { TextInput } from '@mantine/core';
import { DigitsField } from './digits-field.tsx';

interface Field {
  name: string;
  value: string;
  error: string | undefined;
  'aria-invalid': boolean;
  onBlur: () => void;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

interface Props {
  /** Both of `useContractForm`. */
  name: Field;
  zip: Field & { onText: (digits: string) => void };
  /** The card's own fields between the two. */
  children?: ReactNode;
}

/** Whose card it is: the name on it and the zip code of its bills. */
export function HolderFields({ name, zip: { onText, ...zip }, children }: Props) {
  return (
    <>
      <TextInput
        {...name}
        label="Cardholder name"
        required
        maxLength={255}
        autoComplete="cc-name"
      />
      {children}
      <DigitsField
        field={zip}
        label="Zip"
        max={5}
        autoComplete="billing postal-code"
        value={zip.value}
        onChange={onText}
      />
    </>
  );
}
