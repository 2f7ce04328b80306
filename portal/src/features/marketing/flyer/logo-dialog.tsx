import { useState } from 'react';
import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { messages } from '@lintel/contract/core/fields';
import { flyerLogoRule } from '@lintel/contract/marketing-flyer';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { CropTools } from './crop-tools.tsx';
import { useCropper } from './use-cropper.ts';
import classes from './logo-dialog.module.css';

interface Props {
  file: File;
  onDone: (logo: File) => void;
  onClose: () => void;
}

/** Bytes of a logo at most. */
const maxBytes = 1024 * 1024;

/** Crops and turns a logo. */
export function LogoDialog({ file, onDone, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const [busy, setBusy] = useState(false);
  const fail = (): void => {
    showToast(messages.image, 'danger', toastLife.short);
    onClose();
  };
  const { setHost, control, canUndo } = useCropper(file, fail);
  const take = (logo: Blob): void => {
    setBusy(false);
    if (logo.size > maxBytes) {
      showToast(flyerLogoRule.messages.size, 'danger', toastLife.short);
      return;
    }
    onDone(new File([logo], nameFor(file, logo.type), { type: logo.type }));
    onClose();
  };
  const finish = (): void => {
    setBusy(true);
    control?.result().then(take, fail);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Crop your logo"
      size={720}
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: classes.title ?? '' }}
    >
      <p className={classes.hint}>
        Drag the picture, or move it with the arrow keys. What is inside the frame goes on the flyer.
      </p>
      <div
        ref={setHost}
        className={classes.stage}
        role="group"
        aria-label="The picture: arrow keys move it, plus and minus zoom"
      />
      <CropTools control={control} canUndo={canUndo} />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          CANCEL
        </Button>
        <Button onClick={finish} loading={busy} disabled={control === null}>
          DONE
        </Button>
      </Group>
    </Modal>
  );
}

const nameFor = (file: File, type: string): string =>
  `${file.name.replace(/\.[^.]*$/, '')}.${type === 'image/jpeg' ? 'jpg' : 'png'}`;
