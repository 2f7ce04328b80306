import type { ChangeEvent } from 'react';

/** Hands a chosen file on. Chosen again it counts as a new choice. */
export function takeFile(event: ChangeEvent<HTMLInputElement>, onFile: (file: File) => void): void {
  const chosen = event.currentTarget.files?.[0];
  event.currentTarget.value = '';
  if (chosen !== undefined) onFile(chosen);
}
