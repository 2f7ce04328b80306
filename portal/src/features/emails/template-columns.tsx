import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type { Template } from '@lintel/contract/emails/templates';
import { templateTypes } from '@lintel/contract/emails/constants';
import { IconCheck, IconEye, IconPencil } from '../../ui/icons.ts';
import type { EmailEvent } from './requests.ts';
import classes from './emails.module.css';

const longest = 200;

/**
 * The first words of an HTML template, without its styles, tags, and Liquid tags; outputs such as
 * `{{ name }}` stay.
 */
function plainText(html: string): string {
  const words = html
    .replace(/<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1\s*>|\{%[\s\S]*?%\}/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

interface Actions {
  events: readonly EmailEvent[];
  /** If omitted, the list is read-only. */
  onEdit: ((row: Template) => void) | undefined;
}

const typeName = (type: Template['type']): string =>
  templateTypes.find(({ value }) => value === type)?.label ?? '';

/** One line; the full text shows on hover. */
const Truncated = ({ text }: { text: string }) => (
  <span className={classes.cut} title={text}>
    {text || '–'}
  </span>
);

const Mark = ({ set, label }: { set: boolean; label: string }) =>
  set ? <IconCheck size={18} className={classes.mark ?? ''} role="img" aria-label={label} /> : null;

const cut = (
  accessor: 'subject' | 'from' | 'to' | 'bcc' | 'description',
  title: string,
  width: number,
) => ({
  accessor,
  title,
  width,
  render: (row: Template) => <Truncated text={row[accessor]} />,
});

const mark = (
  accessor: 'enabled' | 'unsubscribe',
  title: string,
  label: string,
  width: number,
) => ({
  accessor,
  title,
  width,
  textAlign: 'center' as const,
  render: (row: Template) => <Mark set={row[accessor]} label={label} />,
});

/** The grid's columns. The actions stay visible while the table scrolls. */
export const templateColumns = ({ events, onEdit }: Actions): DataTableColumn<Template>[] => [
  { accessor: 'id', title: m.common_id(), width: 76, noWrap: true, cellsClassName: 'numbers' },
  {
    accessor: 'type',
    title: m.common_type(),
    width: 110,
    noWrap: true,
    render: ({ type }) => typeName(type),
  },
  cut('subject', m.common_subject(), 220),
  cut('from', m.emails_template_fromAddress(), 170),
  cut('to', m.emails_template_toAddress(), 170),
  cut('bcc', m.emails_template_bcc(), 140),
  {
    accessor: 'body',
    title: m.emails_template_body(),
    width: 240,
    render: ({ body }) => <Truncated text={plainText(body)} />,
  },
  {
    accessor: 'usedFor',
    title: m.emails_template_usedFor(),
    width: 160,
    render: ({ usedFor }) => (
      <Truncated text={events.find(({ id }) => id === usedFor)?.type ?? ''} />
    ),
  },
  {
    accessor: 'category',
    title: m.common_category(),
    width: 130,
    render: ({ category }) => <Truncated text={category?.category ?? ''} />,
  },
  cut('description', m.common_description(), 200),
  mark('enabled', m.emails_template_enabled(), m.emails_template_enabled(), 88),
  mark('unsubscribe', m.emails_template_unsubscribe(), m.emails_template_hasUnsubscribe(), 110),
  {
    accessor: 'actions',
    title: m.common_actions(),
    width: 104,
    render: (row) => <RowActions row={row} onEdit={onEdit} />,
  },
];

/** A separate window, without the portal's frame. */
const view = ({ id }: Template): void => {
  window.open(
    `/api/v1/manage/emails/templates/${id}/view`,
    `template-${id}`,
    'popup,width=760,height=820',
  );
};

function RowActions({ row, onEdit }: { row: Template; onEdit: Actions['onEdit'] }) {
  return (
    <Group gap={6} wrap="nowrap">
      {onEdit && (
        <Tooltip label={m.common_edit()}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={m.emails_template_editNamed({ id: row.id })}
            onClick={() => onEdit(row)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={m.common_view()}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={m.emails_template_viewNamed({ id: row.id })}
          onClick={() => view(row)}
        >
          <IconEye size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
