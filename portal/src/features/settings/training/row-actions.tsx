import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '../../../ui/icons.ts';

interface Props {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** What can be done with a row. */
export const RowActions = ({ name, onEdit, onDelete }: Props) => (
  <Group gap={6} wrap="nowrap">
    <Tooltip label="Edit">
      <ActionIcon variant="default" size={32} aria-label={`Edit ${name}`} onClick={onEdit}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
    <Tooltip label="Delete">
      <ActionIcon variant="default" size={32} aria-label={`Delete ${name}`} onClick={onDelete}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  </Group>
);
