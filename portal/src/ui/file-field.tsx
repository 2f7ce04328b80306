import { useId, useState } from 'react';
import { Button, Input } from '@mantine/core';
import * as m from '#messages';
import type { FileRule } from '@lintel/contract/core/endpoint';
import { ChooseFile } from './choose-file.tsx';
import { IconPhoto, IconTrash } from './icons.ts';
import { useObjectUrl } from '../lib/object-url.ts';
import classes from './file-field.module.css';

interface Props {
  label: string;
  rule: FileRule;
  /** The selected image, not yet sent. */
  file: File | null;
  /** The address of the stored image; null without one, or when it will be removed. */
  stored: string | null;
  onChange: (file: File | null) => void;
  /** Removes the stored image. Without it there is no such button. */
  onRemove?: () => void;
  description?: string;
  error?: string | undefined;
  required?: boolean;
}

/** The error of a file under `rule`, or null. */
export const fileProblem = (file: File, rule: FileRule): string | null => {
  if (!rule.types.includes(file.type)) return rule.messages.type;
  return file.size > rule.maxBytes ? rule.messages.size : null;
};

/** Selects an image and previews it before it is sent. */
export function FileField({
  label,
  rule,
  file,
  stored,
  onChange,
  onRemove,
  description,
  error,
  required = false,
}: Props) {
  const inputId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useObjectUrl(file) ?? stored;
  const choose = (chosen: File): void => {
    const found = fileProblem(chosen, rule);
    setProblem(found);
    if (found === null) onChange(chosen);
  };
  const remove = (): void => {
    setProblem(null);
    if (file === null) onRemove?.();
    else onChange(null);
  };
  const input = {
    id: inputId,
    accept: rule.types.join(','),
    'aria-invalid': problem !== null || error !== undefined,
  };
  return (
    <Input.Wrapper
      label={label}
      withAsterisk={required}
      description={description}
      error={problem ?? error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      labelProps={{ htmlFor: inputId }}
    >
      <div className={classes.field}>
        <div className={classes.preview}>
          {preview === null ? (
            <IconPhoto size={28} stroke={1.4} aria-hidden />
          ) : (
            <img src={preview} alt={m.common_file_preview({ label })} />
          )}
        </div>
        <div className={classes.actions}>
          <ChooseFile
            input={input}
            text={preview === null ? m.common_file_choose() : m.common_change()}
            onFile={choose}
          />
          {(file !== null || (stored !== null && onRemove)) && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={remove}
            >
              {m.common_remove()}
            </Button>
          )}
        </div>
      </div>
    </Input.Wrapper>
  );
}
