import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import { confirmDiscard } from '../../../lib/form/confirmations.ts';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { formatMoment } from '../../../lib/format-moment.ts';
import { failureText } from '../../../lib/failure.ts';
import { problemsIn } from '../../../ui/code-problems.ts';
import { IconEye, IconHistory, IconPencil } from '../../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Rich } from '../../../ui/rich.tsx';
import classes from './templates.module.css';

/**
 * The state of the selected template: closed, in view mode, in the editor, or being copied into a
 * new one.
 */
type WorkspaceMode = 'closed' | 'open' | 'edit' | 'new';

interface WorkspaceState {
  /** Null selects the first one. */
  id: number | null;
  mode: WorkspaceMode;
}

/** The selected template and its mode. Leaving a form with changes requires confirmation. */
export function useWorkspace() {
  const [place, setPlace] = useState<WorkspaceState>({ id: null, mode: 'closed' });
  const [dirty, setDirty] = useState(false);
  useUnsaved(dirty);
  const go = async (next: WorkspaceState): Promise<void> => {
    if (!dirty || (await confirmDiscard(m.common_templateUnsaved()))) setPlace(next);
  };
  return {
    ...place,
    /** Whether a form is open. */
    writing: place.mode === 'edit' || place.mode === 'new',
    choose: (id: number): void => void go({ id, mode: place.mode === 'open' ? 'open' : 'closed' }),
    start: (id: number | null, mode: WorkspaceMode): void => void go({ id, mode }),
    /** Skips the confirmation, because the input is saved or discarded. */
    finish: (id: number | null, mode: WorkspaceMode): void => setPlace({ id, mode }),
    /** Called by the form with whether it has unsaved input. */
    reportDirty: setDirty,
  };
}
export type Workspace = ReturnType<typeof useWorkspace>;

const CodeEditor = lazy(() =>
  import('../../../ui/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

const rows = 15;

interface Props {
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  /** An error. If it starts with a line number, that line is marked. */
  error?: string | undefined;
}

/** A template's code; read-only without `onChange`. */
export function HtmlField({ value, onChange, onBlur, error }: Props) {
  return (
    <Suspense fallback={<Skeleton height={342} radius="md" />}>
      <CodeEditor
        label={m.common_htmlCode()}
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

/** A link to a preview whose window the browser blocked. */
export const BlockedNotice = ({ address }: { address: string | null }) =>
  address === null ? null : (
    <p className={classes.notice} role="status">
      <Rich
        text={m.marketing_preview_blocked()}
        parts={{
          link: (words) => (
            <a href={address} target="_blank" rel="noreferrer">
              {words}
            </a>
          ),
        }}
      />
    </p>
  );

interface TemplateButtonsProps {
  busy: boolean;
  preview: { busy: boolean; disabled: boolean };
  onPreview: () => void;
  onCancel: () => void;
}

/** The buttons below a template's form. */
export function TemplateButtons({ busy, preview, onPreview, onCancel }: TemplateButtonsProps) {
  return (
    <div className={classes.buttons}>
      <Button type="submit" loading={busy}>
        {m.common_submit()}
      </Button>
      <Button
        variant="default"
        loading={preview.busy}
        disabled={preview.disabled}
        onClick={onPreview}
      >
        {m.common_preview()}
      </Button>
      <Button variant="default" disabled={busy} onClick={onCancel}>
        {m.common_cancel()}
      </Button>
    </div>
  );
}

interface TemplateBarProps {
  title: string;
  badge?: string | undefined;
  text?: ReactNode;
  /** The subject of the update: `Template`. */
  what: string;
  /** Whether the last editor has loaded. */
  known: boolean;
  change: { userName: string; date: string } | undefined;
  /** The actions. */
  children: ReactNode;
}

/** The selected template with its last editor and actions. */
export function TemplateBar({
  title,
  badge,
  text,
  what,
  known,
  change,
  children,
}: TemplateBarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.about}>
        <h3>
          {title}
          {badge !== undefined && <StatusBadge status={badge} tone="green" />}
        </h3>
        {text}
        {known && <LastUpdated what={what} change={change} />}
      </div>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}

interface LastUpdatedProps {
  /** The subject of the update: `Template`. */
  what: string;
  /** Undefined if there has been no change. */
  change: { userName: string; date: string } | undefined;
}

export const LastUpdated = ({ what, change }: LastUpdatedProps) => (
  <p className={classes.quiet}>
    {change === undefined
      ? m.marketing_template_original()
      : m.marketing_template_lastUpdated({
          what,
          userName: change.userName,
          date: formatMoment(change.date),
        })}
  </p>
);

interface WorkspaceButtonsProps {
  workspace: Workspace;
  /** The selected template's id. */
  id: number;
  mayChange: boolean;
  onShowVersions: () => void;
}

const icon = { size: 16, 'aria-hidden': true } as const;

/** The actions of any template. Hidden while a form is open, because it has its own buttons. */
export function WorkspaceButtons({
  workspace,
  id,
  mayChange,
  onShowVersions,
}: WorkspaceButtonsProps) {
  if (workspace.writing) return null;
  const isOpen = workspace.mode === 'open';
  return (
    <>
      <Button variant="default" leftSection={<IconHistory {...icon} />} onClick={onShowVersions}>
        {m.common_versions()}
      </Button>
      <Button
        variant="default"
        leftSection={<IconEye {...icon} />}
        aria-expanded={isOpen}
        onClick={() => workspace.start(id, isOpen ? 'closed' : 'open')}
      >
        {isOpen ? m.common_close() : m.common_open()}
      </Button>
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPencil {...icon} />}
          onClick={() => workspace.start(id, 'edit')}
        >
          {m.common_edit()}
        </Button>
      )}
    </>
  );
}

interface WorkspaceSectionProps {
  label: string;
  mode: WorkspaceMode;
  children: ReactNode;
}

/**
 * The part of a tab that shows a template. Opening one scrolls it into view and focuses it, because
 * it may be far down.
 */
export function WorkspaceSection({ label, mode, children }: WorkspaceSectionProps) {
  const section = useRef<HTMLElement>(null);
  const last = useRef(mode);
  useEffect(() => {
    if (last.current === mode) return;
    last.current = mode;
    if (mode === 'closed') return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, [mode]);
  return (
    <section ref={section} className={classes.workspace} aria-label={label} tabIndex={-1}>
      {children}
    </section>
  );
}

interface TabProps<Template> {
  list: UseQueryResult<Template[]>;
  /** The text when there are no templates. */
  empty: string;
  /** Gets at least one template. */
  children: (templates: readonly [Template, ...Template[]]) => ReactNode;
}

/** The templates of one kind, after they have loaded. */
export function TemplatesTab<Template>({ list, empty, children }: TabProps<Template>) {
  const { data, error, refetch } = list;
  if (data === undefined && error !== null)
    return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Skeleton
        height={280}
        radius="md"
        role="status"
        aria-label={m.marketing_templates_loading()}
      />
    );
  const [first, ...others] = data;
  if (first === undefined) return <EmptyState title={m.common_templates_none()} text={empty} />;
  return <div className={classes.tab}>{children([first, ...others])}</div>;
}
