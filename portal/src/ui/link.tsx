import type { ReactNode } from 'react';
import { Link as RouterLink } from '@tanstack/react-router';
import classes from './link.module.css';

interface Props {
  to: string;
  /** Search parameters of the address. */
  search?: Record<string, string> | undefined;
  children: ReactNode;
  /** `button` looks like the primary action, `quiet` like a text link. */
  look?: 'button' | 'outline' | 'quiet';
}

export function Link({ to, search, children, look = 'quiet' }: Props) {
  return (
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router knows what one screen reads, not what any does
    <RouterLink to={to} {...(search && { search: search as never })} className={classes[look]}>
      {children}
    </RouterLink>
  );
}
