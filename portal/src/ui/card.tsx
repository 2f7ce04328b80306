import type { ReactNode } from 'react';
import classes from './card.module.css';

interface Props {
  title?: string;
  /** Secondary text below the title. */
  text?: ReactNode;
  action?: ReactNode;
  /** A warning has a colored edge. */
  tone?: 'default' | 'warning';
  /** Removes the padding, for tables. */
  bare?: boolean;
  children?: ReactNode;
}

export function Card({ title, text, action, tone = 'default', bare = false, children }: Props) {
  return (
    <section className={classes.card} data-tone={tone} data-bare={bare || undefined}>
      {(title !== undefined || action !== undefined) && (
        <div className={classes.head}>
          <div className={classes.words}>
            {title !== undefined && <h2 className={classes.title}>{title}</h2>}
            {text !== undefined && <p className={classes.text}>{text}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
