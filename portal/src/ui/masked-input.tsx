import { useState, type FocusEvent } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** The characters that count, without separators. */
  value: string;
  onChange: (value: string) => void;
  /** Puts separators between them. */
  show: (value: string) => string;
  /** The characters that count in what was typed, pasted, or filled in by the browser. */
  read: (typed: string) => string;
}

/**
 * A text with separators, which are put in while typing at its end: in the event of the key itself,
 * so that the next key can't come between. In the middle nothing moves until the field is left.
 */
export function MaskedInput({ value, onChange, show, read, onBlur, ...input }: Props) {
  const [typed, setTyped] = useState('');
  return (
    <TextInput
      {...input}
      value={read(typed) === value ? typed : show(value)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        const isAtEnd = currentTarget.selectionStart === text.length;
        setTyped(isAtEnd ? show(read(text)) : text);
        onChange(read(text));
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setTyped(show(value));
        onBlur?.(event);
      }}
    />
  );
}

export const digitsIn = (typed: string): string => typed.replace(/\D/g, '');
