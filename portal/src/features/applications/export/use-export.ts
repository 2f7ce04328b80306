import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import type { ReportQuery } from '../api/get-applications.ts';
import { downloadExport, type ExportFormat, type Progress } from './download-export.ts';

const nothingYet: Progress = { bytes: 0, rows: 0, totalRows: 0, share: 0 };
/** Milliseconds between two looks of the bar: more often than this nobody sees. */
const lookEvery = 100;

/** An export of the report: how far it is (null while none is under way), its start and its end before time. Leaving the page ends it too. */
export function useExport(userId: number, query: ReportQuery) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (format: ExportFormat): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProgress(nothingYet);
    try {
      const { signal } = controller;
      const { file, name } = await downloadExport(
        { query, userId, format },
        { signal, onProgress: every(lookEvery, setProgress) },
      );
      saveFile(file, name);
      showToast(`Saved ${name}`, 'success', toastLife.long);
    } catch (error) {
      if (controller.signal.aborted) showToast('The export was canceled', 'info');
      else showToast(messageOf(error, 'The export was interrupted. Please try again.'), 'danger', toastLife.long);
    } finally {
      setProgress(null);
    }
  };
  return { progress, start: (format: ExportFormat) => void start(format), cancel: () => running.current?.abort() };
}

/** Passes on at most one value in so many milliseconds. */
function every<Value>(milliseconds: number, pass: (value: Value) => void): (value: Value) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (value) => {
    const now = performance.now();
    if (now - last < milliseconds) return;
    last = now;
    pass(value);
  };
}
