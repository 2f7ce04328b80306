import { useEffect, useRef, type ReactNode } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import * as m from '#messages';
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
  keep = m.common_changed_saveMine(),
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
      title={m.common_changed_title()}
      icon={<IconAlertTriangle size={20} aria-hidden />}
    >
      {[
        saved && m.common_changed_savedBy({ by: saved.by, at: formatMoment(saved.at) }),
        text,
        m.common_changed_nothingLost(),
        differing.length > 0 && m.common_changed_differs({ differing: differing.join(', ') }),
      ]
        .filter(Boolean)
        .join(' ')}
      {children}
      <Group gap="xs" mt="sm">
        <Button size="compact-md" color="red" onClick={onKeep}>
          {keep}
        </Button>
        <Button size="compact-md" variant="default" onClick={onTakeTheirs}>
          {m.common_changed_reload()}
        </Button>
      </Group>
    </Alert>
  );
}
