import { Button } from '@mantine/core';
import * as m from '#messages';
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
  /** Whether the user just returned from the form, so it takes the focus. */
  takesFocus: boolean;
  /** The page is being closed or reopened. */
  busy: boolean;
  onEdit(): void;
  onSwitch(): void;
}

const OnOffBadge = ({ on }: { on: boolean }) => (
  <StatusBadge status={on ? m.common_on() : m.common_off()} tone={on ? 'green' : 'grey'} />
);

const OpenOrClosed = ({ isOpen }: { isOpen: boolean }) => (
  <StatusBadge
    status={isOpen ? m.pages_view_isOpen() : m.pages_view_isClosed()}
    tone={isOpen ? 'green' : 'grey'}
  />
);

function pageFacts({ isActive, params }: CoBrandedPage, showsConcierge: boolean) {
  return [
    [m.common_status(), <OpenOrClosed key="status" isOpen={isActive} />],
    [m.common_companyName(), params.companyName],
    [m.common_title(), params.title || m.pages_view_standardTitle()],
    [m.pages_view_logoLink(), params.logoLinkUrl || m.common_none()],
    [m.pages_creditCards(), params.ccAcceptance],
    [m.pages_fundingAgreement(), <OnOffBadge key="fda" on={params.fdAgreement} />],
    [m.pages_heloc(), <OnOffBadge key="heloc" on={params.helocOffer} />],
    ...(showsConcierge
      ? [[m.pages_concierge(), <OnOffBadge key="concierge" on={params.concierge} />] as const]
      : []),
  ] as const;
}

/** A page in view mode: its address to share, its content and offers, and a phone preview. */
export function PageView({ page, showsConcierge, takesFocus, busy, onEdit, onSwitch }: Props) {
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
        {m.pages_view_open()}
      </Button>
      <Button
        ref={editButton}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={onEdit}
      >
        {m.pages_view_edit()}
      </Button>
      <Button variant="default" loading={busy} onClick={onSwitch}>
        {page.isActive ? m.pages_close_action() : m.pages_view_reopen()}
      </Button>
    </div>
  );
  return (
    <div className={classes.view}>
      <Card
        title={page.pageName}
        text={page.isActive ? m.pages_view_shareHelp() : m.pages_view_closedNotice()}
        action={actions}
      >
        <CopyField label={m.pages_view_address()} value={page.fullUrl} href={page.fullUrl} />
        <PageFacts page={page} showsConcierge={showsConcierge} />
      </Card>
      <div className={classes.phone} aria-hidden="true">
        <iframe
          key={`${page.version} ${page.isActive}`}
          title={m.pages_view_preview()}
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
        <dt>{m.common_logo()}</dt>
        <dd>
          {page.logoUrl === null ? (
            m.pages_view_noLogo()
          ) : (
            <img
              className={classes.logo}
              src={page.logoUrl}
              alt={m.pages_view_logoOf({ companyName: page.params.companyName })}
            />
          )}
        </dd>
      </div>
      {pageFacts(page, showsConcierge).map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
