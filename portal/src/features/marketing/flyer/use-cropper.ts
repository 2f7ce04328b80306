import { useEffect, useEffectEvent, useState } from 'react';
import { steerByKeys } from './crop-keys.ts';
import { openCropper, type CropControl } from './cropper.ts';

/**
 * Puts a picture into the element that `setHost` is given, to be cropped there; `onFail` hears when
 * it is no picture.
 */
export function useCropper(file: File, onFail: () => void) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [control, setControl] = useState<CropControl | null>(null);
  const [canUndo, setCanUndo] = useState(false);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    if (host === null) return undefined;
    let gone = false;
    const opening = openCropper(host, file, setCanUndo);
    opening.then(
      (opened) => !gone && setControl(opened),
      () => !gone && fail(),
    );
    return () => {
      gone = true;
      void opening.then((opened) => opened.close()).catch(() => undefined);
    };
  }, [host, file]);
  useEffect(() => (host && control ? steerByKeys(host, control) : undefined), [host, control]);
  return { setHost, control, canUndo };
}
