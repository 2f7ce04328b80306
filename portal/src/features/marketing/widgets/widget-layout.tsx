import type { CSSProperties, ReactNode } from 'react';
import { unexpectedError } from '../../../lib/unexpected.ts';
import { Card } from '../../../ui/card.tsx';
import type { CodeQuery } from '../api/widget-code.ts';
import { CodeButton } from './code-button.tsx';
import { SitesCard } from './sites-card.tsx';
import { WidgetPreview, type PreviewOptions } from './widget-preview.tsx';
import classes from './widgets.module.css';

interface Props {
  contractorId: number;
  /** The code with what is chosen. */
  query: CodeQuery;
  controls: ReactNode;
  /** What the button says that gets the code. */
  codeLabel: string;
  /** E-mails the code. */
  onSend: (email: string) => Promise<unknown>;
  /** What is said when the code cannot be had or sent. */
  failure?: string;
  /** Further buttons. */
  actions?: ReactNode;
  preview: PreviewOptions & { text: string; maxWidth?: CSSProperties['maxWidth'] };
  /** The preview takes the whole width, below the controls. */
  wide?: boolean;
}

/**
 * What a widget looks like beside what can be chosen, and below it the websites that it stands on.
 */
export function WidgetLayout({
  contractorId,
  query,
  controls,
  actions,
  wide = false,
  ...others
}: Props) {
  const { codeLabel, onSend, failure = unexpectedError(), preview } = others;
  const { text, maxWidth, ...options } = preview;
  return (
    <div className={classes.widget} data-wide={wide || undefined}>
      <Card title="Options">
        <div className={classes.controls}>{controls}</div>
        <div className={classes.actions}>
          <CodeButton label={codeLabel} query={query} onSend={onSend} failure={failure} />
          {actions}
        </div>
      </Card>
      <Card title="Preview" text={text}>
        <div style={{ maxWidth }}>
          <WidgetPreview query={query} {...options} />
        </div>
      </Card>
      <div className={classes.sites}>
        <SitesCard contractorId={contractorId} />
      </div>
    </div>
  );
}
