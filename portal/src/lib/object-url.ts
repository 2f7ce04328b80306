import { useEffect, useState } from 'react';

/** The object URL of a file, revoked when it is no longer shown. */
export function useObjectUrl(file: Blob | null | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === null || file === undefined) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
