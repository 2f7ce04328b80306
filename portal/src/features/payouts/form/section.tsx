import type { ReactNode } from 'react';
import { w9Messages } from '@lintel/contract/payouts-w9-text';
import type { W9FormState } from './use-w9-form.ts';
import type { W9Values } from './w9-values.ts';
import classes from './w9-form.module.css';

interface Props {
  title: string;
  text?: ReactNode;
  /** The fields of the section. */
  names: readonly (keyof W9Values)[];
  form: W9FormState;
  children: ReactNode;
}

/**
 * A part of the form. When something is missing in it, it says so once, below its marked fields.
 */
export function Section({ title, text, names, form: { errors }, children }: Props) {
  const isMissing = names.some((name) => errors[name] === w9Messages.required);
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {children}
      {isMissing && (
        <p className={classes.missing} role="alert">
          {w9Messages.required}
        </p>
      )}
    </fieldset>
  );
}
