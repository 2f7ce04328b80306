import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './marketing.module.css';

/** What draws the pictures of a template, and why. */
export const EngineNote = ({
  template: { engine, engineReason },
}: {
  template: SocialTemplate;
}) => (
  <p className={classes.engine}>
    {engine === 'takumi' ? (
      <>
        <StatusBadge status="Takumi" tone="green" />
        The fast engine draws it: its picture is the same as a browser’s.
      </>
    ) : (
      <>
        <StatusBadge status="Chromium" tone="amber" />A browser draws it, which takes longer
        {engineReason === null ? '.' : <>: {engineReason}</>}
      </>
    )}
  </p>
);
