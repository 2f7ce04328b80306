import type { ReactNode } from 'react';
import classes from './link.module.css';

interface Props {
  children: ReactNode;
  onClick: () => void;
  look?: 'button' | 'outline';
  /** For use next to a text or inside a field. */
  small?: boolean;
}

/**
 * A button in the style of a link button. It needs no component library, so the pages that load
 * first use it.
 */
export function PlainButton({ children, onClick, look = 'outline', small = false }: Props) {
  return (
    <button
      type="button"
      className={classes[look]}
      data-small={small || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
