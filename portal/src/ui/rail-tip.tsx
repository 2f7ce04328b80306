import { useState, type ReactNode, type SyntheticEvent } from 'react';
import classes from './rail-tip.module.css';

/** The name of a collapsed menu item, right beside it while it is pointed at or focused. */
export function RailTip({
  label,
  disabled,
  children,
}: {
  label: string;
  disabled: boolean;
  children: ReactNode;
}) {
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null);
  if (disabled) return children;
  const show = (event: SyntheticEvent<HTMLElement>): void => {
    const { top, height, right } = event.currentTarget.getBoundingClientRect();
    setPlace({ top: top + height / 2, left: right + 10 });
  };
  const hide = (): void => setPlace(null);
  return (
    <span
      className={classes.anchor}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {place && (
        <span className={`tooltip ${classes.tip}`} role="tooltip" style={place} aria-hidden>
          {label}
        </span>
      )}
    </span>
  );
}
