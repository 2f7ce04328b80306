import { useRef, type ChangeEvent, type ComponentProps } from 'react';
import { Button } from '@mantine/core';
import { IconUpload } from './icons.ts';
import classes from './choose-file.module.css';

interface Props {
  /** Attributes of the file input, such as its name, id, accepted types, and validity. */
  input: ComponentProps<'input'>;
  text: string;
  /** Also fires when the same file is selected again. */
  onFile: (file: File) => void;
  /** Hides the button while something else takes its place. */
  hidden?: boolean;
}

/** A file input with a button as its visible part. */
export function ChooseFile({ input, text, onFile, hidden = false }: Props) {
  const element = useRef<HTMLInputElement>(null);
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
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
        onChange={handleChange}
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
