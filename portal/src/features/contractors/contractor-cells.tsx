import { ActionIcon, Tooltip } from '@mantine/core';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import { formatShortDate } from '../../lib/format.ts';
import { IconAlertTriangle, IconArrowsExchange, IconExternalLink } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { calledBy, canOpenW9, type RowTools } from './row-tools.ts';
import classes from './contractors.module.css';

interface Props {
  row: ContractorRow;
  tools: RowTools;
}

/** Switches into the owner's account; nothing for a contractor without one. */
export function SwitchToggle({ row, tools }: Props) {
  if (!row.hasUser) return null;
  const label = `Switch to ${calledBy(row)}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label}
        onClick={() => tools.onSwitch(row)}
      >
        <IconArrowsExchange size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** When the owner confirmed the account, or that the message could not be delivered. */
export function Activation({ row: { cpActivation } }: { row: ContractorRow }) {
  if (typeof cpActivation === 'object') {
    return (
      <Tooltip
        label={cpActivation.error}
        multiline
        maw={260}
        events={{ hover: true, focus: true, touch: true }}
      >
        <button type="button" className={classes.error}>
          Error
        </button>
      </Tooltip>
    );
  }
  return cpActivation === '' ? '–' : formatShortDate(cpActivation);
}

/** The lead in the CRM. */
export function Lead({ row: { leadId, leadUrl } }: { row: ContractorRow }) {
  if (leadUrl === null) return '–';
  return (
    <a className={classes.lead} href={leadUrl} target="_blank" rel="noreferrer">
      {leadId}
      <IconExternalLink size={14} aria-label="opens in a new tab" />
    </a>
  );
}

/**
 * How the tax form stands, with a mark when its names are others than the contractor's; it opens
 * the form where there is one to see.
 */
export function TaxForm({ row, tools }: Props) {
  const { status, danger } = row.w9;
  const content = (
    <>
      <StatusBadge status={status} />
      {danger && (
        <IconAlertTriangle
          className={classes.danger}
          size={16}
          role="img"
          aria-label="The names differ"
        />
      )}
    </>
  );
  if (!canOpenW9(row, tools.rights)) return <span className={classes.w9}>{content}</span>;
  const open = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    tools.onOpenW9(row);
  };
  return (
    <a
      className={classes.w9}
      href={`?w9form=${row.id}`}
      aria-label={`W-9 of ${calledBy(row)}: ${status}`}
      onClick={open}
    >
      {content}
    </a>
  );
}
