import { useEffect, useEffectEvent, useState } from 'react';
import { openCropper, type CropControl } from './cropper.ts';

/** Puts a picture into the element of `host` to be cropped; `onFail` hears when it is no picture. */
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
  return { setHost, control, canUndo };
}
