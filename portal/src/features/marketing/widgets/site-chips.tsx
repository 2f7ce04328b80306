import { IconX } from '../../../ui/icons.ts';
import classes from './sites.module.css';

interface Props {
  sites: readonly string[];
  disabled: boolean;
  onRemove: (site: string) => void;
}

/** The allowed websites; without any, all of them are. */
export function SiteChips({ sites, disabled, onRemove }: Props) {
  if (sites.length === 0)
    return (
      <p className={classes.quiet}>
        <strong>Any website</strong>: add yours to keep the widgets off all others.
      </p>
    );
  return (
    <ul className={classes.chips} aria-label="Allowed websites">
      {sites.map((site) => (
        <li key={site}>
          {site}
          <button
            type="button"
            aria-label={`Remove ${site}`}
            disabled={disabled}
            onClick={() => onRemove(site)}
          >
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
