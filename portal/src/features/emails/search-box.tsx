import { useState, type FormEvent } from 'react';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '../../ui/icons.ts';
import classes from './emails.module.css';

interface Props {
  label: string;
  placeholder: string;
  onSearch(text: string): void;
}

/** A search that runs when it is asked to: with Enter or the button. */
export function SearchBox({ label, placeholder, onSearch }: Props) {
  const [text, setText] = useState('');
  const search = (event: FormEvent): void => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form className={classes.search} onSubmit={search}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={250}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
        Search
      </Button>
    </form>
  );
}
