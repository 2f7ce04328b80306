import { lazy, Suspense, useState } from 'react';
import { Input, SegmentedControl, Skeleton } from '@mantine/core';
import classes from './material-form.module.css';

const CodeEditor = lazy(() =>
  import('../../../ui/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

const rows = 10;

interface Props {
  label: string;
  value: string;
  error: string | undefined;
  required: boolean;
  onChange: (content: string) => void;
  onBlur: () => void;
}

/** A text in HTML, to be written or to be looked at. */
export function ContentField({ label, value, error, required, onChange, onBlur }: Props) {
  const [shows, setShows] = useState<'code' | 'preview'>('code');
  const broken = error !== undefined && shows === 'preview';
  return (
    <div className={`${classes.wide} ${classes.content}`}>
      <SegmentedControl
        size="xs"
        className={classes.contentSwitch ?? ''}
        aria-label={`${label}: code or preview`}
        data={[
          { value: 'code', label: 'HTML code' },
          { value: 'preview', label: 'Preview' },
        ]}
        value={shows}
        onChange={(next) => setShows(next as 'code' | 'preview')}
      />
      {shows === 'preview' ? (
        <>
          <Input.Label labelElement="div" required={required}>
            {label}
          </Input.Label>
          <iframe
            className={classes.contentPreview}
            sandbox=""
            srcDoc={pageOf(value)}
            title={`Preview of ${label}`}
          />
        </>
      ) : (
        <Suspense fallback={<Skeleton height={240} radius="md" />}>
          <CodeEditor
            label={label}
            rows={rows}
            value={value}
            required={required}
            onChange={onChange}
            onBlur={onBlur}
            error={error}
          />
        </Suspense>
      )}
      {broken && <p className={classes.problem}>{error}</p>}
    </div>
  );
}

const style =
  'body{margin:16px;font:15px/24px Inter,system-ui,sans-serif;color:#1a2433;overflow-wrap:anywhere}img{max-width:100%}';

/** A page around the text; the frame that shows it runs nothing of it. */
const pageOf = (content: string): string =>
  `<!doctype html><html lang="en"><title>Preview</title><style>${style}</style><body>${content.trim() === '' ? 'Nothing written yet' : content}</body></html>`;
