import { useState } from 'react';

/** A form's file: the stored one, a newly selected one, or none. */
export function useStoredFile(stored: string | null) {
  const [file, setFile] = useState<File | null>(null);
  const [removed, setRemoved] = useState(false);
  const [error, setError] = useState<string>();
  return {
    file,
    removed,
    error,
    setError,
    stored: removed ? null : stored,
    choose: (chosen: File | null): void => {
      setFile(chosen);
      setRemoved(false);
      setError(undefined);
    },
    remove: (): void => {
      setFile(null);
      setRemoved(true);
    },
  };
}
export type StoredFile = ReturnType<typeof useStoredFile>;
