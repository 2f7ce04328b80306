import { lazy, Suspense, useState } from 'react';
import { Button, Input } from '@mantine/core';
import { flyerLogoRule } from '@lintel/contract/marketing-flyer';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { IconTrash } from '../../../ui/icons.ts';
import { PickButton } from './pick-button.tsx';
import { LogoPicture } from './logo-picture.tsx';
import type { FlyerLogo } from './use-flyer-form.ts';
import { useObjectUrl } from './use-object-url.ts';
import classes from './flyer.module.css';

const LogoDialog = lazy(() =>
  import('./logo-dialog.tsx').then((module) => ({ default: module.LogoDialog })),
);

/** The flyer's logo: change it, with a dialog to crop and turn it, or take it away. */
export function LogoField({ logo, disabled }: { logo: FlyerLogo; disabled: boolean }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const preview = useObjectUrl(logo.file) ?? logo.stored;
  const take = (file: File): void => {
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
    <Input.Wrapper label="Logo" labelElement="div" role="group" aria-label="Logo">
      <div className={classes.logoField}>
        <LogoPicture src={preview} />
        <div className={classes.logoButtons}>
          <PickButton
            label="CHANGE LOGO"
            types={flyerLogoRule.types}
            disabled={disabled}
            onFile={take}
          />
          <Button
            variant="subtle"
            color="red"
            disabled={disabled || preview === null}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={logo.remove}
          >
            DELETE LOGO
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
