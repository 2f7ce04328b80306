import { useMatches } from '@tanstack/react-router';
import { brand, phoneLink } from '../lib/brand.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** A screen whose work is not in this release: what it is for, and a way on. */
export function UnavailablePage() {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
  if (screen === undefined) return null;
  return (
    <>
      <PageHeader title={screen.label} purpose={screen.purpose} />
      <Card>
        <EmptyState
          title="Not available yet"
          text={
            <>
              This part of the portal is not open yet. Our support team helps you in the meantime:
              write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> or call{' '}
              <a href={phoneLink(brand.phone)}>{brand.phone}</a>.
            </>
          }
          action={
            <Link to="/" look="outline">
              Go to the dashboard
            </Link>
          }
        />
      </Card>
    </>
  );
}
