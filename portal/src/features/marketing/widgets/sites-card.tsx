import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Sighting } from '@lintel/contract/marketing/sites';
import { formatDate } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconChevronDown, IconPlus, IconX } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { CodeChecker } from './code-checker.tsx';
import { sitesQuery, useSiteList, widgetNames } from './use-site-list.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './sites.module.css';

/** The websites that may show the widgets, and those that do. Loads nothing until opened. */
export function SitesCard({ contractorId }: { contractorId: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <Card>
      <h2 className={classes.title}>
        <button type="button" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <span>
            {m.marketing_sites_title()}
            <small>{m.marketing_sites_purpose()}</small>
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

interface Props {
  contractorId: number;
  stored: readonly string[];
}

/** The websites that may show the widgets. */
function AllowedSites({ contractorId, stored }: Props) {
  const list = useSiteList(contractorId, stored);
  return (
    <section aria-label={m.marketing_sites_allowedTitle()}>
      <h3>{m.marketing_sites_allowedTitle()}</h3>
      <SiteChips sites={list.sites} disabled={list.busy} onRemove={list.remove} />
      <form onSubmit={list.add} className={classes.line} noValidate>
        <TextInput
          label={m.common_website()}
          placeholder={m.marketing_flyer_websitePlaceholder()}
          inputMode="url"
          autoComplete="off"
          value={list.typed}
          onChange={({ currentTarget }) => list.setTyped(currentTarget.value)}
          error={list.problem}
        />
        <Button
          type="submit"
          variant="default"
          disabled={list.typed.trim() === '' || list.busy}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {m.common_add()}
        </Button>
      </form>
      {list.changed && (
        <form onSubmit={list.save}>
          <FormActions submit={m.marketing_sites_save()} busy={list.busy} onCancel={list.cancel} />
        </form>
      )}
    </section>
  );
}

interface SiteChipsProps {
  sites: readonly string[];
  disabled: boolean;
  onRemove: (site: string) => void;
}

/** The allowed websites. An empty list allows all. */
function SiteChips({ sites, disabled, onRemove }: SiteChipsProps) {
  if (sites.length === 0)
    return (
      <p className={classes.quiet}>
        <Rich
          text={m.marketing_sites_any()}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </p>
    );
  return (
    <ul className={classes.chips} aria-label={m.marketing_sites_allowed()}>
      {sites.map((site) => (
        <li key={site}>
          {site}
          <button
            type="button"
            aria-label={m.marketing_sites_removeNamed({ site })}
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

/** Sightings of the widgets, latest first. */
function Sightings({ sightings }: { sightings: readonly Sighting[] }) {
  return (
    <section aria-label={m.marketing_sites_seen()}>
      <h3>{m.marketing_sites_seen()}</h3>
      {sightings.length === 0 ? (
        <p className={classes.quiet}>{m.marketing_sites_seenNone()}</p>
      ) : (
        <div className={classes.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{m.common_website()}</th>
                <th scope="col">{m.common_code()}</th>
                <th scope="col">{m.common_page()}</th>
                <th scope="col">{m.common_lastSeen()}</th>
              </tr>
            </thead>
            <tbody>
              {sightings.map((sighting) => (
                <tr key={sighting.id}>
                  <td>{sighting.site}</td>
                  <td>{widgetNames[sighting.widget]}</td>
                  <td>{sighting.pageName}</td>
                  <td className="numbers">{formatDate(sighting.lastSeen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
