import { ActionIcon, Tooltip } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import type {
  ContractorColumn,
  ContractorOrder,
} from '@lintel/contract/contractors/manage-constants';
import { formatPhone, formatShortDate } from '../../lib/format.ts';
import { largestFirst } from '../../ui/grid-view.ts';
import { IconAlertTriangle, IconArrowsExchange, IconExternalLink } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { calledBy, canOpenW9, RowActions, type RowTools } from './row-actions.tsx';
import classes from './contractors.module.css';

type Column = DataTableColumn<ContractorRow>;

const sortable = (accessor: ContractorOrder, width: number) => ({
  accessor,
  width,
  sortable: true as const,
});

/** The labels of the optional columns. */
export const columnTitles: Record<ContractorColumn, string> = {
  firstName: m.common_firstName(),
  lastName: m.common_lastName(),
  email: m.contractors_list_email(),
  phone: m.common_phoneNumber(),
  plan: m.common_plan(),
  registrationDate: m.contractors_list_registered(),
  cpActivation: m.contractors_list_pageActivation(),
  lead: m.screens_lead(),
  paymentStatus: m.contractors_paymentStatus(),
  statusW9: m.contractors_list_w9Status(),
  contractorId: m.common_contractorIdLabel(),
};

const plain: Omit<Record<ContractorColumn, Column>, 'statusW9'> = {
  firstName: { ...sortable('firstName', 130), ellipsis: true },
  lastName: { ...sortable('lastName', 130), ellipsis: true },
  email: { ...sortable('email', 230), ellipsis: true },
  phone: {
    ...sortable('phone', 146),
    noWrap: true,
    render: ({ phone }) => formatPhone(phone) || '–',
  },
  plan: { ...sortable('plan', 150), ellipsis: true, render: ({ plan }) => plan?.name ?? '–' },
  registrationDate: {
    ...sortable('registrationDate', 160),
    ...largestFirst,
    noWrap: true,
    cellsClassName: 'numbers',
    render: (row) => formatShortDate(row.registrationDate),
  },
  cpActivation: {
    ...sortable('cpActivation', 140),
    ...largestFirst,
    noWrap: true,
    cellsClassName: 'numbers',
    render: (row) => <Activation row={row} />,
  },
  lead: {
    accessor: 'lead',
    width: 96,
    noWrap: true,
    cellsClassName: 'numbers',
    render: (row) => <Lead row={row} />,
  },
  paymentStatus: {
    ...sortable('paymentStatus', 146),
    render: (row) => <StatusBadge status={row.paymentStatus} />,
  },
  contractorId: { ...sortable('contractorId', 130), textAlign: 'right', cellsClassName: 'numbers' },
};

/**
 * The grid's columns: the switch, the company's name, the chosen columns, and the actions. The name
 * stays visible while scrolling.
 */
export function contractorGridColumns(
  shown: readonly ContractorColumn[],
  tools: RowTools,
): Column[] {
  const columns: Record<ContractorColumn, Column> = {
    ...plain,
    statusW9: {
      ...sortable('statusW9', 140),
      noWrap: true,
      render: (row) => <TaxForm row={row} tools={tools} />,
    },
  };
  return [
    {
      ...sortable('hasUser', 64),
      title: <span className={classes.spoken}>{m.contractors_list_switch()}</span>,
      textAlign: 'center',
      render: (row) => <SwitchToggle row={row} tools={tools} />,
    },
    {
      ...sortable('companyName', 220),
      title: m.common_companyName(),
      cellsClassName: classes.stays ?? '',
      titleClassName: classes.stays ?? '',
      render: ({ companyName }) => <strong className={classes.name}>{companyName || '–'}</strong>,
    },
    ...shown.map((name) => ({ ...columns[name], title: columnTitles[name] })),
    {
      accessor: 'actions',
      title: <span className={classes.spoken}>{m.common_actions()}</span>,
      width: 64,
      textAlign: 'center',
      render: (row) => <RowActions row={row} tools={tools} />,
    },
  ];
}

/** The width of a table with these columns, in pixels. */
export const columnsWidth = (shown: readonly ContractorColumn[]): number =>
  64 +
  220 +
  64 +
  shown.reduce((sum, name) => sum + (name === 'statusW9' ? 140 : Number(plain[name].width)), 0);

interface Props {
  row: ContractorRow;
  tools: RowTools;
}

/** Switches into the owner's account; nothing without an account. */
export function SwitchToggle({ row, tools }: Props) {
  if (!row.hasUser) return null;
  const label = m.contractors_switch_title({ contractor: calledBy(row) });
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

/** When the owner confirmed the account, or that the message was undeliverable. */
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
          {m.shell_switch_error()}
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
      <IconExternalLink size={14} aria-label={m.common_newTab()} />
    </a>
  );
}

/**
 * The W-9's status, with a mark if its names differ from the contractor's; it opens the form if
 * there is one to view.
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
          aria-label={m.common_namesDiffer()}
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
      aria-label={m.contractors_list_w9Of({ contractor: calledBy(row), status })}
      onClick={open}
    >
      {content}
    </a>
  );
}
