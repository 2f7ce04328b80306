import { Button } from '@mantine/core';
import { formatCount } from '../../lib/format.ts';
import { IconChevronDown, IconChevronUp } from '../../ui/icons.ts';
import classes from './training.module.css';

interface Props {
  open: boolean;
  /** How many videos do not show at first. */
  hidden: number;
  busy?: boolean;
  failed?: boolean;
  onToggle(): void;
}

/** Shows the other videos of a list, and hides them again. */
export function MoreButton({ open, hidden, busy = false, failed = false, onToggle }: Props) {
  const Icon = open ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.more}>
      <Button
        variant="default"
        rightSection={<Icon size={16} aria-hidden />}
        loading={busy}
        aria-expanded={open}
        onClick={onToggle}
      >
        {open ? 'Hide' : 'Show more'}
      </Button>
      {!open && !failed && (
        <span className={classes.quiet}>{formatCount(hidden, 'more video')}</span>
      )}
      {failed && (
        <span className={classes.failure} role="alert">
          The other videos could not be loaded.
        </span>
      )}
    </div>
  );
}
