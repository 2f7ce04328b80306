import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { SitesCard } from './sites-card.tsx';
import classes from './widgets.module.css';

interface Props {
  contractorId: number;
  controls: ReactNode;
  /** The buttons below the controls. */
  actions: ReactNode;
  preview: ReactNode;
  previewText: string;
  /** The preview takes the whole width, below the controls. */
  wide?: boolean;
}

/** What a widget looks like beside what can be chosen, and below it the websites that it stands on. */
export function WidgetLayout({ contractorId, controls, actions, preview, previewText, wide = false }: Props) {
  return (
    <div className={classes.widget} data-wide={wide || undefined}>
      <Card title="Options">
        <div className={classes.controls}>{controls}</div>
        <div className={classes.actions}>{actions}</div>
      </Card>
      <Card title="Preview" text={previewText}>
        {preview}
      </Card>
      <div className={classes.sites}>
        <SitesCard contractorId={contractorId} />
      </div>
    </div>
  );
}
