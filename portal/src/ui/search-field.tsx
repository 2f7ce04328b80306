import { useEffect, useState } from 'react';
import { TextInput } from '@mantine/core';
import * as m from '#messages';
import { IconSearch } from './icons.ts';

interface Props {
  value: string;
  /** Called with the trimmed text, shortly after the last key. */
  onChange: (text: string) => void;
  placeholder?: string;
  label?: string;
}

const pause = 350;

/** A debounced search. Enter searches immediately. */
export function SearchField({
  value,
  onChange,
  placeholder = m.common_search_placeholder(),
  label = m.common_search(),
}: Props) {
  const [text, setText] = useState(value);
  const [previous, setPrevious] = useState(value);
  if (previous !== value) {
    setPrevious(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      maxLength={250}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(text.trim())}
      w={320}
      maw="100%"
    />
  );
}
