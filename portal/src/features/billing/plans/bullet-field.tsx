import type { ChangeEvent } from 'react';
import { Textarea, type TextareaProps } from '@mantine/core';
import { bulleted } from './bullet-text.ts';

interface Props extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string;
  onChange(text: string): void;
}

/** A text of several lines, each with a bullet before it. */
export function BulletField({ value, onChange, ...input }: Props) {
  const change = ({
    currentTarget: field,
    nativeEvent,
  }: ChangeEvent<HTMLTextAreaElement>): void => {
    const deleting = (nativeEvent as InputEvent).inputType?.startsWith('delete') ?? false;
    const text = bulleted(field.value, deleting);
    if (text !== field.value) {
      // Here and not with the next drawing, which would put the caret at the end.
      const caret = bulleted(field.value.slice(0, field.selectionStart), deleting).length;
      field.value = text;
      field.setSelectionRange(caret, caret);
    }
    onChange(text);
  };
  return <Textarea {...input} value={value} onChange={change} rows={5} resize="vertical" />;
}
