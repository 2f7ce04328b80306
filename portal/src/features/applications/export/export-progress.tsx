import { Button, Progress as Bar } from '@mantine/core';
import { formatCount } from '../../../lib/format.ts';
import type { Progress } from './download-export.ts';
import classes from './export.module.css';

/** How far an export is, and a way to end it. */
export function ExportProgress({ progress, onCancel }: { progress: Progress; onCancel(): void }) {
  const percent = Math.round(progress.share * 100);
  return (
    <div className={classes.strip} role="group" aria-label="Export">
      <div className={classes.words}>
        <strong role="status">{progress.bytes === 0 ? 'Preparing the export…' : 'Exporting…'}</strong>
        {progress.bytes > 0 && <span>{wordsOf(progress)}</span>}
      </div>
      <Bar.Root size="md" className={classes.bar ?? ''}>
        <Bar.Section value={Math.max(2, percent)} aria-label="Exported" aria-valuenow={percent} />
      </Bar.Root>
      <Button variant="default" size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

const wordsOf = ({ bytes, rows, totalRows }: Progress): string =>
  `about ${rows.toLocaleString('en-US')} of ${formatCount(totalRows, 'application')}, ${sizeOf(bytes)}`;

const sizeOf = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
