import { lazy, Suspense } from 'react';
import type { TablerIcon } from '@tabler/icons-react';
import * as m from '#messages';
import { CopyField } from '../../ui/copy-field.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './widget-cards.module.css';

const PageActions = lazy(() =>
  import('./cards.ts').then((cards) => ({ default: cards.PageActions })),
);

/** A link of a widget, with a copy button for public addresses. */
interface WidgetLink {
  id: number;
  label: string;
  url: string;
}

export interface Widget {
  key: string;
  priority: number;
  type: 'default' | 'warning';
  icon: TablerIcon;
  title: string;
  text: string;
  warning?: { title: string; text: string };
  stat?: readonly { value: number; label: string }[];
  links?: readonly WidgetLink[];
  /** The label of the button that opens `target`. */
  action: string;
  /** The path of a screen, and the dialog to open there. */
  target: string;
  search?: { action: string };
}

/** The order of the cards; lower numbers come first. */
export const widgetPriority = {
  createPage: 1,
  addPayment: 2,
  cardExpiring: 3,
  cardExpired: 4,
  ach: 5,
  w9: 6,
  stats: 7,
  training: 8,
  marketing: 9,
  refer: 10,
  managePage: 11,
} as const;

export const byPriority = (widgets: readonly Widget[]): Widget[] =>
  widgets.toSorted((a, b) => a.priority - b.priority);

/** The dashboard's cards, most urgent first. */
export function WidgetCards({ widgets }: { widgets: readonly Widget[] }) {
  if (widgets.length === 0) {
    return <EmptyState title={m.dashboard_done_title()} text={m.dashboard_done_text()} />;
  }
  return (
    <div className={classes.cards}>
      {byPriority(widgets).map((widget) => (
        <WidgetCard key={widget.key} widget={widget} />
      ))}
    </div>
  );
}

function WidgetCard({ widget }: { widget: Widget }) {
  const {
    type,
    icon: Icon,
    title,
    text,
    warning,
    stat,
    links = [],
    action,
    target,
    search,
  } = widget;
  return (
    <section className={classes.card} data-type={type} data-wide={links.length > 0 || undefined}>
      <header className={classes.head}>
        <span className={classes.icon}>
          <Icon size={20} stroke={1.7} aria-hidden />
        </span>
        <h2>{title}</h2>
      </header>
      {warning && <Warning {...warning} />}
      {stat && <Figures figures={stat} />}
      <p className={classes.text}>{text}</p>
      {links.length > 0 && (
        <div className={classes.links}>
          {links.map(({ id, label, url }) => (
            <div key={url}>
              <CopyField label={m.dashboard_page_address({ label })} value={url} href={url} />
              <div className={classes.more}>
                <Suspense>
                  <PageActions id={id} label={label} url={url} />
                </Suspense>
              </div>
            </div>
          ))}
        </div>
      )}
      <footer className={classes.foot}>
        <Link to={target} search={search} look={type === 'warning' ? 'button' : 'outline'}>
          {action}
        </Link>
      </footer>
    </section>
  );
}

function Warning({ title, text }: NonNullable<Widget['warning']>) {
  return (
    <div className={classes.warning}>
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
    </div>
  );
}

function Figures({ figures }: { figures: NonNullable<Widget['stat']> }) {
  return (
    <div className={classes.stats}>
      {figures.map(({ value, label }) => (
        <p key={label}>
          <strong>{value.toLocaleString('en-US')}</strong> {label}
        </p>
      ))}
    </div>
  );
}
