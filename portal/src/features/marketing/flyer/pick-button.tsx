import { useRef, type ChangeEvent } from 'react';
import { Button } from '@mantine/core';
import { IconUpload } from '../../../ui/icons.ts';

interface Props {
  label: string;
  /** MIME types that the browser offers. */
  types: readonly string[];
  disabled: boolean;
  onFile: (file: File) => void;
}

/** A button that asks for a file. */
export function PickButton({ label, types, disabled, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.currentTarget.files?.[0];
    // The same file may be chosen again.
    event.currentTarget.value = '';
    if (file !== undefined) onFile(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join(',')}
        aria-label={label}
        onChange={take}
      />
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
