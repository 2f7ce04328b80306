import { useEffect, useEffectEvent, useState } from 'react';
import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import { messages } from '@lintel/contract/core/fields';
import { logoCropper } from '@lintel/contract/marketing/constants';
import { croppedLogo } from '@lintel/contract/marketing/flyer';
import { showToast, toastLife } from '../../../lib/toast.ts';
import {
  IconArrowBackUp,
  IconRotate,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '../../../ui/icons.ts';
import { openCropper, type CropControl } from './cropper.ts';
import classes from './logo-dialog.module.css';

const keys: Readonly<Record<string, (control: CropControl, step: number) => void>> = {
  ArrowLeft: (control, step) => control.move(-step, 0),
  ArrowRight: (control, step) => control.move(step, 0),
  ArrowUp: (control, step) => control.move(0, -step),
  ArrowDown: (control, step) => control.move(0, step),
  '+': (control) => control.zoom(logoCropper.zoomIn),
  '=': (control) => control.zoom(logoCropper.zoomIn),
  '-': (control) => control.zoom(logoCropper.zoomOut),
};

/**
 * Makes the element focusable; arrow keys move the image (farther with Shift), plus and minus zoom.
 * Returns a cleanup function.
 */
function enableKeyboard(element: HTMLElement, control: CropControl): () => void {
  const handleKey = (event: KeyboardEvent): void => {
    const key = event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (key === undefined) return;
    event.preventDefault();
    key(control, event.shiftKey ? 24 : 6);
  };
  element.tabIndex = 0;
  element.addEventListener('keydown', handleKey);
  return () => element.removeEventListener('keydown', handleKey);
}

/**
 * Opens the cropper in the element passed to `setHost`; calls `onFail` if the file isn't an image.
 */
function useCropper(file: File, onFail: () => void) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [control, setControl] = useState<CropControl | null>(null);
  const [canUndo, setCanUndo] = useState(false);
  const handleFailure = useEffectEvent(onFail);
  useEffect(() => {
    if (host === null) return undefined;
    let gone = false;
    const opening = openCropper(host, file, setCanUndo);
    opening.then(
      (opened) => !gone && setControl(opened),
      () => !gone && handleFailure(),
    );
    return () => {
      gone = true;
      void opening.then((opened) => opened.close()).catch(() => undefined);
    };
  }, [host, file]);
  useEffect(() => (host && control ? enableKeyboard(host, control) : undefined), [host, control]);
  return { setHost, control, canUndo };
}

const notifyError = (message: string): void => showToast(message, 'danger', toastLife.short);

const nameFor = (file: File, type: string): string =>
  `${file.name.replace(/\.[^.]*$/, '')}.${type === 'image/jpeg' ? 'jpg' : 'png'}`;

/** State of the crop dialog; `onDone` gets the result unless it is too large. */
function useLogoDialog(file: File, onDone: (logo: File) => void, onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const handleFailure = (): void => {
    notifyError(messages.image);
    onClose();
  };
  const { setHost, control, canUndo } = useCropper(file, handleFailure);
  const saveLogo = (logo: Blob): void => {
    setBusy(false);
    if (logo.size > croppedLogo.maxBytes) {
      notifyError(croppedLogo.message);
      return;
    }
    onDone(new File([logo], nameFor(file, logo.type), { type: logo.type }));
    onClose();
  };
  const finish = (): void => {
    setBusy(true);
    control?.result().then(saveLogo, handleFailure);
  };
  return { setHost, control, canUndo, busy, finish };
}

interface Props {
  file: File;
  onDone: (logo: File) => void;
  onClose: () => void;
}

/** Crops and rotates a logo. */
export function LogoDialog({ file, onDone, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const { setHost, control, canUndo, busy, finish } = useLogoDialog(file, onDone, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.marketing_logo_cropTitle()}
      size={720}
      fullScreen={narrow}
    >
      <p className={classes.hint}>{m.marketing_logo_cropHelp()}</p>
      <div
        ref={setHost}
        className={classes.stage}
        role="group"
        aria-label={m.marketing_logo_cropLabel()}
      />
      <CropTools control={control} canUndo={canUndo} />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          {m.marketing_logo_cropCancel()}
        </Button>
        <Button onClick={finish} loading={busy} disabled={control === null}>
          {m.marketing_logo_cropDone()}
        </Button>
      </Group>
    </Modal>
  );
}

const { zoomIn, zoomOut, rotateBy } = logoCropper;

const tools = [
  {
    label: m.marketing_logo_zoomIn(),
    Icon: IconZoomIn,
    use: (control: CropControl) => control.zoom(zoomIn),
  },
  {
    label: m.marketing_logo_zoomOut(),
    Icon: IconZoomOut,
    use: (control: CropControl) => control.zoom(zoomOut),
  },
  {
    label: m.marketing_logo_rotateLeft({ rotateBy }),
    Icon: IconRotate,
    use: (control: CropControl) => control.rotate(-rotateBy),
  },
  {
    label: m.marketing_logo_rotateRight({ rotateBy }),
    Icon: IconRotateClockwise,
    use: (control: CropControl) => control.rotate(rotateBy),
  },
] as const;

function CropTools({ control, canUndo }: { control: CropControl | null; canUndo: boolean }) {
  return (
    <div className={classes.tools} role="toolbar" aria-label={m.marketing_logo_crop()}>
      <Button
        variant="default"
        disabled={control === null || !canUndo}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => control?.undo()}
      >
        {m.common_undo()}
      </Button>
      {tools.map(({ label, Icon, use }) => (
        <Button
          key={label}
          variant="default"
          disabled={control === null}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => control && use(control)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
