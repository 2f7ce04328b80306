import { lazy, Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import { problemsIn } from '../../../ui/code-problems.ts';

const CodeEditor = lazy(() =>
  import('../../../ui/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

const rows = 15;

interface Props {
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  /** What is wrong with it; one that begins with its line is marked there. */
  error?: string | undefined;
}

/** The code of a template; without `onChange` it is only to be read. */
export function HtmlField({ value, onChange, onBlur, error }: Props) {
  return (
    <Suspense fallback={<Skeleton height={342} radius="md" />}>
      <CodeEditor
        label="HTML code"
        rows={rows}
        value={value}
        required={onChange !== undefined}
        readOnly={onChange === undefined}
        onChange={onChange ?? (() => undefined)}
        {...(onBlur && { onBlur })}
        problems={problemsIn(error)}
        error={error}
      />
    </Suspense>
  );
}
