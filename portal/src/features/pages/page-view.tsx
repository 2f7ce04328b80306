import { Button } from '@mantine/core';
import type { CoBrandedPage } from '@lintel/contract/pages/page';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { IconExternalLink, IconPencil } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useFocus } from './use-focus.ts';
import classes from './pages.module.css';

interface Props {
  page: CoBrandedPage;
  showsConcierge: boolean;
  /** Whether the user has just come back from the form, so that the focus goes along. */
  takesFocus: boolean;
  onEdit(): void;
}

const OnOff = ({ on }: { on: boolean }) => (
  <StatusBadge status={on ? 'On' : 'Off'} tone={on ? 'green' : 'grey'} />
);

function factsOf({ params }: CoBrandedPage, showsConcierge: boolean) {
  return [
    ['Company name', params.companyName],
    ['Title', params.title || 'The standard headline'],
    ['Logo link', params.logoLinkUrl || 'None'],
    ['Credit card acceptance', params.ccAcceptance],
    ['Funding Designation Agreement', <OnOff key="fda" on={params.fdAgreement} />],
    ['HELOC offers', <OnOff key="heloc" on={params.helocOffer} />],
    ...(showsConcierge
      ? [['Concierge', <OnOff key="concierge" on={params.concierge} />] as const]
      : []),
  ] as const;
}

/**
 * A page as it is: its address to share, what it says and what it offers, and how it looks on a
 * phone.
 */
export function PageView({ page, showsConcierge, takesFocus, onEdit }: Props) {
  const editButton = useFocus<HTMLButtonElement>(takesFocus);
  const actions = (
    <div className={classes.actions}>
      <Button
        component="a"
        href={page.fullUrl}
        target="_blank"
        rel="noreferrer"
        variant="subtle"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        Open page
      </Button>
      <Button
        ref={editButton}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={onEdit}
      >
        EDIT
      </Button>
    </div>
  );
  return (
    <div className={classes.view}>
      <Card
        title={page.pageName}
        text="Share this address with your customers, or print it on your offers."
        action={actions}
      >
        <CopyField label="Page address" value={page.fullUrl} href={page.fullUrl} />
        <PageFacts page={page} showsConcierge={showsConcierge} />
      </Card>
      <div className={classes.phone} aria-hidden="true">
        <iframe
          key={page.version}
          title="Preview of the page"
          src={`/p/${page.pageName}?preview=1&version=${page.version}`}
          loading="lazy"
          tabIndex={-1}
          inert
        />
      </div>
    </div>
  );
}

function PageFacts({ page, showsConcierge }: Pick<Props, 'page' | 'showsConcierge'>) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Logo</dt>
        <dd>
          {page.logoUrl === null ? (
            'None: the page shows your initials'
          ) : (
            <img
              className={classes.logo}
              src={page.logoUrl}
              alt={`Logo of ${page.params.companyName}`}
            />
          )}
        </dd>
      </div>
      {factsOf(page, showsConcierge).map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
