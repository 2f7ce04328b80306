import { useState, type FocusEvent } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** The value without separators. */
  value: string;
  onChange: (value: string) => void;
  /** Adds separators. */
  show: (value: string) => string;
  /** Extracts the value from text that was typed, pasted, or autofilled. */
  read: (typed: string) => string;
}

/**
 * A text with separators. Typing at its end adds them in the same key event, so the next key can't
 * come between. Edits in the middle are formatted on blur.
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
