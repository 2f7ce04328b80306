import { useRef, type ChangeEvent, type ComponentProps } from 'react';
import { Button } from '@mantine/core';
import { IconUpload } from './icons.ts';
import classes from './choose-file.module.css';

interface Props {
  /** What the file input has of its own: its name or id, what it accepts, whether it is wrong. */
  input: ComponentProps<'input'>;
  text: string;
  /** A file chosen again counts as a new choice. */
  onFile: (file: File) => void;
  /** For a while nothing can be chosen, and something else stands in the button's place. */
  hidden?: boolean;
}

/** The file input, with a button in its place for the eye. */
export function ChooseFile({ input, text, onFile, hidden = false }: Props) {
  const element = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (chosen !== undefined) onFile(chosen);
  };
  return (
    <span className={classes.place}>
      <input
        {...input}
        ref={element}
        type="file"
        disabled={hidden}
        className={classes.input}
        onChange={take}
      />
      {!hidden && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => element.current?.click()}
          tabIndex={-1}
          aria-hidden
        >
          {text}
        </Button>
      )}
    </span>
  );
}
