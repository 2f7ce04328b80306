import { lazy, Suspense, useRef, useState, type ChangeEvent } from 'react';
import { Button, Input } from '@mantine/core';
import * as m from '#messages';
import { flyerLogoRule } from '@lintel/contract/marketing/flyer';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { useObjectUrl } from '../../../lib/object-url.ts';
import { IconTrash, IconUpload } from '../../../ui/icons.ts';
import type { StoredFile } from '../../../lib/form/use-stored-file.ts';
import noLogo from './no-logo.svg';
import classes from './flyer.module.css';

const LogoDialog = lazy(() =>
  import('./logo-dialog.tsx').then((module) => ({ default: module.LogoDialog })),
);

/** The flyer's logo: change, crop, rotate, or remove it. */
export function LogoField({ logo, disabled }: { logo: StoredFile; disabled: boolean }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const preview = useObjectUrl(logo.file) ?? logo.stored;
  const openCropper = (file: File): void => {
    const isPicture = flyerLogoRule.types.some((type) => type === file.type);
    if (isPicture && file.size <= flyerLogoRule.maxBytes) setChosen(file);
    else
      showToast(
        isPicture ? flyerLogoRule.messages.size : flyerLogoRule.messages.type,
        'danger',
        toastLife.short,
      );
  };
  return (
    <Input.Wrapper
      label={m.common_logo()}
      labelElement="div"
      role="group"
      aria-label={m.common_logo()}
    >
      <div className={classes.logoField}>
        <LogoPicture src={preview} />
        <div className={classes.logoButtons}>
          <PickButton
            label={m.marketing_logo_change()}
            types={flyerLogoRule.types}
            disabled={disabled}
            onFile={openCropper}
          />
          <Button
            variant="subtle"
            color="red"
            disabled={disabled || preview === null}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={logo.remove}
          >
            {m.marketing_logo_delete()}
          </Button>
        </div>
      </div>
      {chosen !== null && (
        <Suspense>
          <LogoDialog file={chosen} onDone={logo.choose} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </Input.Wrapper>
  );
}

/** The flyer's logo, or a placeholder. */
export const LogoPicture = ({ src }: { src: string | null }) => (
  <img
    className={classes.logo}
    src={src ?? noLogo}
    alt={src === null ? m.marketing_logo_none() : m.common_logo()}
    width={218}
    height={145}
  />
);

interface Props {
  label: string;
  /** MIME types that the file picker offers. */
  types: readonly string[];
  disabled: boolean;
  onFile: (file: File) => void;
}

/** A button that opens a file picker. */
function PickButton({ label, types, disabled, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const openCropper = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.currentTarget.files?.[0];
    // Lets users pick the same file again.
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
        onChange={openCropper}
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
