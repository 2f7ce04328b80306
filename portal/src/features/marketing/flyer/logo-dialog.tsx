import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { CropTools } from './crop-tools.tsx';
import { useLogoDialog } from './use-logo-dialog.ts';
import classes from './logo-dialog.module.css';

interface Props {
  file: File;
  onDone: (logo: File) => void;
  onClose: () => void;
}

/** Crops and turns a logo. */
export function LogoDialog({ file, onDone, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const { setHost, control, canUndo, busy, finish } = useLogoDialog(file, onDone, onClose);
  return (
    <Modal opened onClose={onClose} title="Crop your logo" size={720} fullScreen={narrow}>
      <p className={classes.hint}>
        Drag the picture, or move it with the arrow keys. What is inside the frame goes on the
        flyer.
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
