import type { ReactNode } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../../../ui/icons.ts';
import type { RowDrag } from './use-row-drag.ts';
import classes from './training.module.css';

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
      <span className={classes.grip} draggable onDragStart={drag.onStart} onDragEnd={drag.onEnd} aria-hidden>
        <IconGripVertical size={18} />
      </span>
      {children}
      <span className={classes.moves}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`Move ${name} up`}
          data-mark="up"
          disabled={onUp === undefined}
          onClick={onUp}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`Move ${name} down`}
          data-mark="down"
          disabled={onDown === undefined}
          onClick={onDown}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}
