import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { IconPencil, IconTrash } from '../../ui/icons.ts';
import type { EmailEvent } from './api/get-events.ts';
import classes from './emails.module.css';

interface Actions {
  /** The names of the protected events. */
  builtIn: readonly string[];
  /** Without them nothing can be changed. */
  onEdit?: (event: EmailEvent) => void;
  onDelete?: (event: EmailEvent) => void;
}

/** The grid's columns. A built-in event has no actions. */
export const eventColumns = (actions: Actions): DataTableColumn<EmailEvent>[] => [
  { accessor: 'id', title: 'ID', width: 80, noWrap: true, cellsClassName: 'numbers' },
  { accessor: 'type', title: 'Event' },
  {
    accessor: 'actions',
    title: 'Actions',
    width: 112,
    render: (event) => <RowActions event={event} {...actions} />,
  },
];

function RowActions({ event, builtIn, onEdit, onDelete }: Actions & { event: EmailEvent }) {
  if (builtIn.includes(event.type)) return <span className={classes.quiet}>Built-in</span>;
  return (
    <Group gap={6} wrap="nowrap">
      {onEdit && (
        <Tooltip label="Edit">
          <ActionIcon
            variant="default"
            size={32}
            aria-label={`Edit ${event.type}`}
            onClick={() => onEdit(event)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onDelete && (
        <Tooltip label="Delete">
          <ActionIcon
            variant="default"
            size={32}
            aria-label={`Delete ${event.type}`}
            onClick={() => onDelete(event)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
