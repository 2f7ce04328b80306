import { useEffect, useRef, type ReactNode } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import { formatMoment } from '../lib/format-moment.ts';
import { IconAlertTriangle } from './icons.ts';

interface Props {
  /** Who saved it, and when, where that is known. */
  saved?: { by: string; at: string } | undefined;
  /** The server's own words for what was changed. */
  text?: string;
  /** The labels of the fields in which what is stored differs from the form. */
  differing?: readonly string[];
  /** What is stored now, where the labels alone would not say enough. */
  children?: ReactNode;
  /** What the button says that keeps what was typed. */
  keep?: string;
  onKeep(): void;
  onTakeTheirs(): void;
}

const none: readonly string[] = [];

/**
 * Somebody else saved it first: who and what, and the choice between the two. It takes the focus,
 * so that a keyboard goes on where the choice is.
 */
export function ChangedNotice({
  saved,
  text,
  differing = none,
  children,
  keep = 'Save mine over it',
  onKeep,
  onTakeTheirs,
}: Props) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      color="red"
      mb="md"
      role="alert"
      title="Someone else saved first"
      icon={<IconAlertTriangle size={20} aria-hidden />}
    >
      {saved && `${saved.by} saved it on ${formatMoment(saved.at)}. `}
      {text !== undefined && `${text} `}Nothing you entered is lost.
      {differing.length > 0 && ` It differs from your form in: ${differing.join(', ')}.`}
      {children}
      <Group gap="xs" mt="sm">
        <Button size="compact-md" color="red" onClick={onKeep}>
          {keep}
        </Button>
        <Button size="compact-md" variant="default" onClick={onTakeTheirs}>
          Discard mine and reload
        </Button>
      </Group>
    </Alert>
  );
}
