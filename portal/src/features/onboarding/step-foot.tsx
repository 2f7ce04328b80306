import type { ReactNode } from 'react';
import { brand, phoneLink } from '../../lib/brand.ts';
import classes from './onboarding.module.css';

interface Props {
  onLogOut: () => void;
  children: ReactNode;
}

/** The lower edge of a step: who helps, the way out, and the step's button. */
export function StepFoot({ onLogOut, children }: Props) {
  return (
    <div className={classes.foot}>
      <p className={classes.support}>
        Questions? Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> or
        call <a href={phoneLink(brand.phone)}>{brand.phone}</a>.
      </p>
      <div className={classes.buttons}>
        <button type="button" className={classes.quiet} onClick={onLogOut}>
          Log out
        </button>
        {children}
      </div>
    </div>
  );
}
