import { Alert, Button } from '@mantine/core';
import type { CoBrandedPage } from '@lintel/contract/pages';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { valuesOf, type PageValues } from './page-values.ts';
import { useFocus } from './use-focus.ts';
import classes from './pages.module.css';

const labels: Record<keyof PageValues, string> = {
  pageName: 'Page name',
  companyName: 'Company name',
  title: 'Title',
  logoLinkUrl: 'Logo link URL',
  fdAgreement: 'Funding Designation Agreement',
  helocOffer: 'HELOC offers',
  concierge: 'Concierge',
  ccAcceptance: 'Credit card acceptance',
};

const shown = (value: string | boolean): string =>
  typeof value === 'boolean' ? (value ? 'On' : 'Off') : value || 'empty';

interface Props {
  theirs: CoBrandedPage;
  /** Whether they changed the logo. */
  otherLogo: boolean;
  mine: PageValues;
  onSaveOver(): void;
  onReload(): void;
}

/** Somebody saved this page meanwhile: what differs, and the choice between the two. */
export function ConflictNotice({ theirs, otherLogo, mine, onSaveOver, onReload }: Props) {
  const notice = useFocus<HTMLDivElement>(true);
  const stored = valuesOf(theirs, '');
  const differing = (Object.keys(labels) as (keyof PageValues)[]).filter(
    (field) => stored[field] !== mine[field],
  );
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      className={classes.notice ?? ''}
      color="red"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title="Somebody else changed this page meanwhile"
      role="alert"
    >
      <p>Nothing you typed is lost. This is stored now and differs from your form:</p>
      <ul className={classes.differences}>
        {differing.map((field) => (
          <li key={field}>
            {labels[field]}: <strong>{shown(stored[field])}</strong>
          </li>
        ))}
        {otherLogo && (
          <li>
            Logo: <strong>{theirs.logoUrl === null ? 'removed' : 'another picture'}</strong>
          </li>
        )}
        {differing.length === 0 && !otherLogo && <li>Nothing: somebody saved the same as you.</li>}
      </ul>
      <div className={classes.choice}>
        <Button size="compact-md" color="red" onClick={onSaveOver}>
          Save mine over it
        </Button>
        <Button size="compact-md" variant="default" onClick={onReload}>
          Discard mine and reload
        </Button>
      </div>
    </Alert>
  );
}
