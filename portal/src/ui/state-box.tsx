import type { ReactNode } from 'react';
import type { Tone } from '../theme.ts';
import { IconAlertTriangle, IconInbox, IconLock, IconSearch } from './icons.ts';
import classes from './state-box.module.css';

const icons = { empty: IconInbox, alert: IconAlertTriangle, lock: IconLock, search: IconSearch };

export interface StateBoxProps {
  icon: keyof typeof icons;
  title: string;
  text: ReactNode;
  tone?: Tone;
  /** The heading level: 1 if it replaces the whole page. */
  level?: 1 | 2 | 3;
  /** The next step. */
  action?: ReactNode;
  secondary?: ReactNode;
}

/** The layout of every empty, failed, or closed state: what, why, and the next step. */
export function StateBox({
  icon,
  title,
  text,
  tone = 'blue',
  level = 2,
  action,
  secondary,
}: StateBoxProps) {
  const Icon = icons[icon];
  const Heading = `h${level}` as const;
  return (
    <div className={classes.box} data-page={level === 1 || undefined}>
      <span
        className={classes.icon}
        style={{ background: `var(--tone-${tone}-back)`, color: `var(--tone-${tone})` }}
      >
        <Icon size={24} aria-hidden />
      </span>
      <Heading className={classes.title}>{title}</Heading>
      <div className={classes.text}>{text}</div>
      {(action ?? secondary) && (
        <div className={classes.actions}>
          {action}
          {secondary}
        </div>
      )}
    </div>
  );
}
