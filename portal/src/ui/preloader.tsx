import classes from './preloader.module.css';

/** Veils the page while its data loads. */
export function Preloader({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className={classes.veil} role="status" data-testid="preloader">
      <span className={classes.wheel} aria-hidden />
      <span className={classes.label}>{label}</span>
    </div>
  );
}
