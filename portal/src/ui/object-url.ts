import { useEffect, useState } from 'react';
import { saveFrom } from '../lib/save-file.ts';
import { openViewer } from './viewer.ts';

/** The address of a file in this browser, released when it is no longer shown. */
export function useObjectUrl(file: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === undefined) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}

/** A PDF that came as base64, as a file. */
const pdfOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], {
    type: 'application/pdf',
  });

/** Opens a PDF in a window of its own; where the browser allows none, it is saved as a file. */
export function openPdf(base64: string): void {
  const address = URL.createObjectURL(pdfOf(base64));
  const viewer = openViewer();
  if (viewer.isOpen) viewer.show(address);
  else saveFrom(address, 'w-9.pdf');
  // The window reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
