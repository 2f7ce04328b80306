import { useState } from 'react';
import { openViewer } from '../../../ui/viewer.ts';
import { previewFlyer } from './api/preview-flyer.ts';

/**
 * Shows a flyer template's PDF in a new window. `blocked` is its address when the browser allowed
 * none.
 */
export function useFlyerPreview(onFailure: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  const [blocked, setBlocked] = useState<string | null>(null);
  const show = async (id: number, body?: string): Promise<void> => {
    const viewer = openViewer();
    setBusy(true);
    setBlocked(null);
    try {
      // It lives as long as this page: the window may be reloaded.
      const address = URL.createObjectURL(await previewFlyer(id, body));
      viewer.show(address);
      if (!viewer.isOpen) setBlocked(address);
    } catch (error) {
      viewer.close();
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, blocked, show: (id: number, body?: string): void => void show(id, body) };
}
