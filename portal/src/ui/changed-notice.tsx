import { useEffect, useRef, type ReactNode } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import * as m from '#messages';
import { formatMoment } from '../lib/format-moment.ts';
import { IconAlertTriangle } from './icons.ts';

interface Props {
  /** Who saved it and when, if known. */
  saved?: { by: string; at: string } | undefined;
  /** The server's description of the change. */
  text?: string;
  /** The labels of the fields where the stored version differs from the form. */
  differing?: readonly string[];
  /** The stored version, if the labels alone aren't clear enough. */
  children?: ReactNode;
  /** The label of the button that keeps the input. */
  keep?: string;
  onKeep(): void;
  onDiscardOwn(): void;
}

const none: readonly string[] = [];

/**
 * Reports a concurrent change and offers a choice between the two versions. Takes the focus, so
 * keyboard users land on the choice.
 */
export function ChangedNotice({
  saved,
  text,
  differing = none,
  children,
  keep = m.common_changed_saveMine(),
  onKeep,
  onDiscardOwn,
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
        <Button size="compact-md" variant="default" onClick={onDiscardOwn}>
          {m.common_changed_reload()}
        </Button>
      </Group>
    </Alert>
  );
}
