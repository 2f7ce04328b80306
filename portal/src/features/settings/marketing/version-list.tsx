import { formatMoment } from '../../../lib/format-moment.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { TemplateVersion } from './api/template-versions.ts';
import classes from './versions.module.css';

interface Props {
  versions: readonly TemplateVersion[];
  /** The number of the one in view. */
  shown: number;
  onChoose: (version: number) => void;
}

/** A choice of a template's versions. */
export const VersionList = ({ versions, shown, onChoose }: Props) => (
  <ul className={classes.list} aria-label="Versions">
    {versions.map(({ version, savedAt, savedBy, current }) => (
      <li key={version}>
        <button
          type="button"
          className={classes.version}
          aria-pressed={version === shown}
          onClick={() => onChoose(version)}
        >
          <strong>
            Version {version}
            {current && <StatusBadge status="Current" tone="green" />}
          </strong>
          <span>{formatMoment(savedAt)}</span>
          <span>{savedBy}</span>
        </button>
      </li>
    ))}
  </ul>
);
