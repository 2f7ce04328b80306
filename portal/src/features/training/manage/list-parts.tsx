import { useState } from 'react';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import { materialPageSizes } from '@lintel/contract/training/constants';
import type { StaffMaterial } from '@lintel/contract/training/manage';
import { confirmDelete } from '../../../lib/form/confirmations.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { GridView } from '../../../ui/grid-view.ts';
import { IconPencil, IconTrash } from '../../../ui/icons.ts';
import { deleteMaterial, trainingKey } from './requests.ts';
import classes from './training.module.css';

/** Grid props shared by all lists here, from the page query. */
export const listProps = <Row,>({
  data,
  isFetching,
  isPlaceholderData,
  isError,
  refetch,
}: UseQueryResult<{ data: Row[]; total: number }>) => ({
  rows: data?.data,
  total: data?.total ?? 0,
  pageSizes: materialPageSizes,
  loading: isFetching && isPlaceholderData,
  failed: isError,
  onRetry: () => void refetch(),
});

/** The position in a list, and setters to change it. */
export function useView<View extends GridView>(first: View) {
  const [view, setView] = useState(first);
  return {
    view,
    change: (part: Partial<View>): void => setView((current) => ({ ...current, ...part })),
    /** Leaves a page when its last row is gone. */
    previousPageIfEmpty: (rows: number | undefined): void =>
      setView((current) =>
        rows === 1 && current.page > 1 ? { ...current, page: current.page - 1 } : current,
      ),
  };
}

const deletionText = ({ videoType }: StaffMaterial): string =>
  videoType === null ? '' : ` ${m.training_material_deleteText()}`;

/** Deletes a material after confirmation; `onDeleted` runs before the lists are refetched. */
export const useDeleteMaterial = (onDeleted: () => void = () => undefined) =>
  useAction({
    ask: (material: StaffMaterial) =>
      confirmDelete(
        m.training_material_deleteTitle(),
        `${m.training_material_deleteQuestion({ material: material.name })}${deletionText(material)}`,
      ),
    call: ({ id }) => deleteMaterial({ params: { id } }),
    successToast: ({ message }) => message,
    onAnswer: onDeleted,
    refresh: [trainingKey],
    refreshAlways: true,
  });

/** A single line; the full text appears on hover. */
export const Cut = ({ text }: { text: string }) => (
  <span className={classes.cut} title={text}>
    {text || '–'}
  </span>
);

interface Props {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The actions of a row. */
export const RowActions = ({ name, onEdit, onDelete }: Props) => (
  <Group gap={6} wrap="nowrap">
    <Tooltip label={m.common_edit()}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={m.common_editNamed({ name })}
        onClick={onEdit}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
    <Tooltip label={m.common_delete()}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={m.common_deleteNamed({ name })}
        onClick={onDelete}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  </Group>
);
