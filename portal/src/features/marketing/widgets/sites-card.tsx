import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { IconChevronDown } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { sitesQuery } from '../api/get-sites.ts';
import { AllowedSites } from './allowed-sites.tsx';
import { CodeChecker } from './code-checker.tsx';
import { Sightings } from './sightings.tsx';
import classes from './sites.module.css';

/**
 * The websites that may show the widgets and those that do. It asks for nothing until it is opened.
 */
export function SitesCard({ contractorId }: { contractorId: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <Card>
      <h2 className={classes.title}>
        <button type="button" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <span>
            Your websites
            <small>Where your codes were seen, and which websites may show them.</small>
          </span>
          <IconChevronDown size={20} aria-hidden />
        </button>
      </h2>
      {opened && <Sites contractorId={contractorId} />}
    </Card>
  );
}

function Sites({ contractorId }: { contractorId: number }) {
  const { data, error, refetch } = useQuery(sitesQuery(contractorId));
  if (data === undefined)
    return error ? (
      <ErrorState text={error.message} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows columns={3} rows={4} />
    );
  const refresh = async () => (await refetch()).data ?? data;
  return (
    <div className={classes.parts}>
      <CodeChecker refresh={refresh} />
      <Sightings sightings={data.sightings} />
      <AllowedSites key={data.sites.join(' ')} contractorId={contractorId} stored={data.sites} />
    </div>
  );
}
