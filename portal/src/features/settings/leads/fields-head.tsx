import { Button } from '@mantine/core';
import { may, useSession } from '../../../lib/session.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { IconPencil } from '../../../ui/icons.ts';
import { changingFields } from './leads-access.ts';
import classes from './leads.module.css';

export interface LastUpdate {
  email: string;
  at: string;
}

interface Props {
  lastUpdated: LastUpdate | null;
  /** What the button says. */
  edit: string;
  /** Not while the list is being edited. */
  onEdit: (() => void) | undefined;
}

/** Who changed the list last, and for those who may the way to change it. */
export function FieldsHead({ lastUpdated, edit, onEdit }: Props) {
  const mayChange = may(useSession(), changingFields);
  return (
    <div className={classes.head}>
      <p className={classes.quiet}>
        {lastUpdated === null
          ? 'Not changed yet'
          : `Last updated: ${lastUpdated.email || 'the system'}, ${formatMoment(lastUpdated.at)}`}
      </p>
      {mayChange && onEdit && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={onEdit}
        >
          {edit}
        </Button>
      )}
    </div>
  );
}
