import { useState } from 'react';
import { messages } from '@lintel/contract/core/fields';
import { croppedLogo } from '@lintel/contract/marketing-flyer';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { useCropper } from './use-cropper.ts';

const tell = (message: string): void => showToast(message, 'danger', toastLife.short);

const nameFor = (file: File, type: string): string =>
  `${file.name.replace(/\.[^.]*$/, '')}.${type === 'image/jpeg' ? 'jpg' : 'png'}`;

/** A logo while it is cropped; `onDone` gets the result unless it is too large. */
export function useLogoDialog(file: File, onDone: (logo: File) => void, onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const fail = (): void => {
    tell(messages.image);
    onClose();
  };
  const { setHost, control, canUndo } = useCropper(file, fail);
  const take = (logo: Blob): void => {
    setBusy(false);
    if (logo.size > croppedLogo.maxBytes) {
      tell(croppedLogo.message);
      return;
    }
    onDone(new File([logo], nameFor(file, logo.type), { type: logo.type }));
    onClose();
  };
  const finish = (): void => {
    setBusy(true);
    control?.result().then(take, fail);
  };
  return { setHost, control, canUndo, busy, finish };
}
