import type { CSSProperties } from 'react';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PlainButton } from '../../../ui/plain-button.tsx';
import type { CodeQuery } from '../api/widget-code.ts';
import { PreviewFrame } from './preview-frame.tsx';
import classes from './widgets.module.css';

export interface PreviewOptions {
  /** Names the preview for people who do not see it. */
  title: string;
  /** The room that it takes until it is there. */
  room: CSSProperties;
  /** HTML around the code, which stands at its `{code}`. */
  page?: string;
  /** Pixels; without it the preview is as tall as its content. */
  height?: number;
}

/** The widget as it will be, drawn by its own code. A failure is said quietly, in its place. */
export function WidgetPreview({
  query,
  title,
  room,
  page,
  height,
}: PreviewOptions & { query: CodeQuery }) {
  const { data, isPending, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  if (isPending || (data === undefined && isFetching))
    return <Skeleton style={room} role="status" aria-label="Loading the preview…" />;
  if (data === undefined || data.preview.trim() === '')
    return (
      <div className={classes.noPreview}>
        <p>There is no preview right now.</p>
        <PlainButton onClick={() => void refetch()}>Try again</PlainButton>
      </div>
    );
  return (
    <div className={classes.preview} aria-busy={isPlaceholderData}>
      <PreviewFrame title={title} code={data.preview} page={page} height={height} />
    </div>
  );
}
