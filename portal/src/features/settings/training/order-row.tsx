import type { ReactNode } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../../../ui/icons.ts';
import type { RowDrag } from './use-row-drag.ts';
import classes from './order.module.css';

interface Props {
  id: number;
  name: string;
  /** Undefined where the order only shows. */
  drag: RowDrag | undefined;
  /** Undefined at the beginning. */
  onUp?: () => void;
  /** Undefined at the end. */
  onDown?: () => void;
  children: ReactNode;
}

/** A row with a handle to drag it by, and buttons that move it without a mouse. */
export function OrderRow({ id, name, drag, onUp, onDown, children }: Props) {
  if (drag === undefined)
    return (
      <li className={classes.row} data-row={id} data-still>
        {children}
      </li>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its handle and its buttons are interactive, not the row
    <li
      className={classes.row}
      data-row={id}
      data-dragged={drag.isDragged || undefined}
      onDragEnter={drag.onEnter}
      onDragOver={drag.onOver}
      onDrop={drag.onOver}
    >
      <span
        className={classes.grip}
        draggable
        onDragStart={drag.onStart}
        onDragEnd={drag.onEnd}
        aria-hidden
      >
        <IconGripVertical size={18} />
      </span>
      {children}
      <span className={classes.moves}>
        <MoveButton label={`Move ${name} up`} mark="up" icon={IconArrowUp} onClick={onUp} />
        <MoveButton label={`Move ${name} down`} mark="down" icon={IconArrowDown} onClick={onDown} />
      </span>
    </li>
  );
}

interface MoveProps {
  label: string;
  /** By which the focus finds the button again after the row was moved. */
  mark: 'up' | 'down';
  icon: typeof IconArrowUp;
  onClick: (() => void) | undefined;
}

const MoveButton = ({ label, mark, icon: Icon, onClick }: MoveProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={32}
    aria-label={label}
    data-mark={mark}
    disabled={onClick === undefined}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
