import type { ReactNode } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import * as m from '#messages';
import { detectCardBrand, maxCardDigits } from '@lintel/contract/billing/card-rules';
import { digitsIn, MaskedInput } from '../../../ui/masked-input.tsx';
import { BrandIcon } from './brand-icon.tsx';
import type { CardFormState } from './use-card-saving.ts';
import classes from './cards.module.css';

/** Formats a card number in groups of four, or as American Express prints it. */
export const groupNumber = (digits: string): string =>
  (/^3[47]/.test(digits)
    ? digits.replace(/^(\d{4})(\d{1,6})/, '$1 $2 ')
    : digits.replace(/\d{4}(?=\d)/g, '$& ')
  ).trimEnd();

/** Formats up to four digits of an expiration date, with a slash. */
const withSlash = (digits: string): string =>
  digits.length < 3 ? digits : `${digits.slice(0, 2)}/${digits.slice(2, 4)}`;

/**
 * The digits of an expiration date, typed or filled in by the browser, which can use four-digit
 * years. `7/` means July.
 */
function monthDigits(text: string): string {
  const [, month, year = ''] = /^\s*(\d{1,2})\s*[/-]\s*(?:20(?=\d\d))?(\d{0,2})/.exec(text) ?? [];
  if (month !== undefined) return month.padStart(2, '0') + year;
  const digits = text.replace(/\D/g, '').replace(/^(\d{2})20(\d{2})$/, '$1$2');
  return /^[2-9]/.test(digits) ? `0${digits}` : digits;
}

type FieldFormat = Pick<
  TextInputProps,
  'label' | 'placeholder' | 'rightSection' | 'rightSectionWidth' | 'autoComplete'
>;

interface DigitsFieldProps extends FieldFormat {
  /** From `useContractForm`. */
  field: { name: string; error: string | undefined; 'aria-invalid': boolean; onBlur: () => void };
  /** Digits only. */
  value: string;
  onChange: (digits: string) => void;
  max: number;
  /** Formats the digits; by default unchanged. */
  show?: (digits: string) => string;
  /** Extracts the digits of typed, pasted, or autofilled text. */
  read?: (text: string) => string;
}

const unformatted = (digits: string): string => digits;

/** A short numeric field with a numeric keyboard. */
const DigitsField = ({
  field,
  value,
  onChange,
  max,
  show = unformatted,
  read = digitsIn,
  ...look
}: DigitsFieldProps) => (
  <MaskedInput
    required
    type="text"
    inputMode="numeric"
    {...look}
    {...field}
    show={show}
    read={(text) => read(text).slice(0, max)}
    value={value}
    onChange={onChange}
  />
);

interface Field {
  name: string;
  value: string;
  error: string | undefined;
  'aria-invalid': boolean;
  onBlur: () => void;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

interface HolderFieldsProps {
  /** Both from `useContractForm`. */
  name: Field;
  zip: Field & { onText: (digits: string) => void };
  /** The card's own fields, between the two. */
  children?: ReactNode;
}

/** The cardholder's name and billing ZIP code. */
export function HolderFields({ name, zip: { onText, ...zip }, children }: HolderFieldsProps) {
  return (
    <>
      <TextInput
        {...name}
        label={m.billing_card_cardholder()}
        required
        maxLength={255}
        autoComplete="cc-name"
      />
      {children}
      <DigitsField
        field={zip}
        label={m.billing_card_zip()}
        max={5}
        autoComplete="billing postal-code"
        value={zip.value}
        onChange={onText}
      />
    </>
  );
}

interface CardFieldsProps {
  used: Pick<CardFormState, 'field' | 'values' | 'setValue'>;
}

/** The five fields of a card, with the browser's autofill names. */
export function CardFields({ used }: CardFieldsProps) {
  const { field, values, setValue } = used;
  return (
    <>
      <DigitsField
        field={field('number')}
        label={m.billing_card_number()}
        autoComplete="cc-number"
        max={maxCardDigits}
        show={groupNumber}
        value={values.number}
        onChange={(digits) => setValue('number', digits)}
        rightSection={<BrandIcon brand={detectCardBrand(values.number) ?? 'generic'} width={32} />}
        rightSectionWidth={48}
      />
      <HolderFields
        name={field('name')}
        zip={{ ...field('address_zip'), onText: (text) => setValue('address_zip', text) }}
      >
        <Proofs used={used} />
      </HolderFields>
    </>
  );
}

/** The card's expiration date and security code. */
const Proofs = ({ used: { field, values, setValue } }: CardFieldsProps) => (
  <div className={classes.pair}>
    <DigitsField
      field={field('expiration')}
      label={m.billing_card_expiration()}
      placeholder={m.billing_card_expirationPlaceholder()}
      autoComplete="cc-exp"
      max={4}
      show={withSlash}
      read={monthDigits}
      value={values.expiration.replace('/', '')}
      onChange={(digits) => setValue('expiration', withSlash(digits))}
    />
    <DigitsField
      field={field('cvc')}
      label={m.billing_card_cvc()}
      placeholder={
        detectCardBrand(values.number) === 'amex'
          ? m.billing_card_fourDigits()
          : m.billing_card_threeDigits()
      }
      autoComplete="cc-csc"
      max={4}
      value={values.cvc}
      onChange={(digits) => setValue('cvc', digits)}
    />
  </div>
);
