import { CopyField } from '../../ui/copy-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Link } from '../../ui/link.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { byPriority, type Widget } from './widget.ts';
import classes from './widget-cards.module.css';

/** The dashboard's cards, the most urgent first. */
export function WidgetCards({ widgets }: { widgets: readonly Widget[] }) {
  if (widgets.length === 0) {
    return (
      <EmptyState
        title="All done"
        text="There is nothing that needs you right now. Everything you can open is in the menu."
      />
    );
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
          {links.map(({ label, url }) => (
            <CopyField key={url} label={`Public address of ${label}`} value={url} href={url} />
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
