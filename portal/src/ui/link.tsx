import type { ReactNode } from 'react';
import { Link as RouterLink } from '@tanstack/react-router';
import classes from './link.module.css';

interface Props {
  to: string;
  children: ReactNode;
  /** `button` looks like the main action, `quiet` like a text link. */
  look?: 'button' | 'outline' | 'quiet';
}

/** A link to another screen. */
export function Link({ to, children, look = 'quiet' }: Props) {
  return (
    <RouterLink to={to} className={classes[look]}>
      {children}
    </RouterLink>
  );
}
