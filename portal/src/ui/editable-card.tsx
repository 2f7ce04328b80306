import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Card } from './card.tsx';
import { IconPencil } from './icons.ts';

interface Props {
  title: string;
  text?: ReactNode;
  editing: boolean;
  onEdit: () => void;
  /** Why it cannot be edited now, or undefined. */
  locked?: boolean;
  editLabel?: string;
  /** What one reads, or the form while `editing`. */
  children: ReactNode;
}

/** A card that is read until it is edited. The form inside brings its own buttons (`FormActions`). */
export function EditableCard({ title, text, editing, onEdit, locked = false, editLabel = 'Edit', children }: Props) {
  const action = !editing && (
    <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit} disabled={locked}>
      {editLabel}
    </Button>
  );
  return (
    <Card title={title} {...(text !== undefined && { text })} action={action}>
      {children}
    </Card>
  );
}
