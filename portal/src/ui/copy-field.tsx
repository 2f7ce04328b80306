import { useState } from 'react';
import * as m from '#messages';
import { copyText } from '../lib/clipboard.ts';
import { IconCheck, IconCopy } from './icons.ts';
import { PlainButton } from './plain-button.tsx';
import classes from './copy-field.module.css';

interface Props {
  value: string;
  /** The accessible name of the copied value: `Page address`. */
  label: string;
  /** The target, if the value is a link. */
  href?: string;
}

/** A text shown in full that copies with one click. */
export function CopyField({ value, label, href }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyText(value))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div className={classes.field} role="group" aria-label={label}>
      {href === undefined ? (
        <span className={classes.value}>{value}</span>
      ) : (
        <a className={classes.value} href={href} target="_blank" rel="noreferrer">
          {value}
        </a>
      )}
      <PlainButton small onClick={() => void copy()}>
        {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        {copied ? m.common_copied_state() : m.common_copyLink()}
      </PlainButton>
    </div>
  );
}
