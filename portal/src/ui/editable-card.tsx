import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Card } from './card.tsx';
import { IconPencil } from './icons.ts';
import { useEditing, useFocusBack } from './editing.tsx';
import classes from './editable-card.module.css';

interface LockableProps {
  /** Names the card within its `EditingScope`. */
  name: string;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/**
 * A card that is dimmed and cannot be reached while another card of its `EditingScope` is edited.
 */
export function LockableCard({ name, title, text, action, children }: LockableProps) {
  const { part, locked } = useEditing(name);
  const root = useFocusBack(part);
  return (
    <div
      ref={root}
      className={classes.lockable}
      role="group"
      aria-label={title}
      aria-disabled={locked || undefined}
      inert={locked}
      data-editing={part !== null || undefined}
    >
      <Card title={title} text={text} action={action}>
        {children}
      </Card>
    </div>
  );
}

interface EditableProps extends Omit<LockableProps, 'action'> {
  /** What takes the place of the stored values while they are edited. It starts anew each time. */
  renderForm: (close: () => void) => ReactNode;
  /** Leaves out the Edit button. */
  readOnly?: boolean;
}

/** A card that shows stored values (its children) and, after Edit, a form for them. */
export function EditableCard({ renderForm, readOnly = false, children, ...card }: EditableProps) {
  const { part, start, stop } = useEditing(card.name);
  const edit = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      aria-label={`Edit ${card.title}`}
      data-opens="edit"
      onClick={() => start('edit')}
    >
      Edit
    </Button>
  );
  return (
    <LockableCard {...card} action={part === null && !readOnly ? edit : undefined}>
      {part === null ? children : renderForm(stop)}
    </LockableCard>
  );
}
