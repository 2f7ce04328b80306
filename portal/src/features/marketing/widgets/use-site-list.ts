import { useState, type FormEvent } from 'react';
import { queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import type { WidgetKind } from '@lintel/contract/marketing/constants';
import type { readSites, saveSites as endpoint, Sighting } from '@lintel/contract/marketing/sites';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { showToast } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';

const getSites = call<typeof readSites>(
  { method: 'GET', path: '/contractor/{id}/widget-sites' },
  { handles: [500] },
);

/** The websites that may show the widgets, and their sightings. */
export const sitesQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['widget-sites', contractorId],
    queryFn: ({ signal }) => getSites({ params: { id: contractorId } }, { signal }),
  });

/** Limits the widgets to these websites; an empty list allows all. */
const saveSites = call<typeof endpoint>({
  method: 'POST',
  path: '/contractor/{id}/widget-sites',
  encoding: 'json',
});

/** A website's origin under the contract's rule, or the error. The rule loads on first use. */
async function readSite(typed: string): Promise<{ origin: string } | { problem: string }> {
  const [{ sitesForm }] = await Promise.all([
    import('@lintel/contract/marketing/sites'),
    import('../../../lib/form/rules.ts'),
  ]);
  const read = sitesForm.safeParse({ sites: [typed] });
  if (!read.success) return { problem: read.error.issues[0]?.message ?? '' };
  return { origin: read.data.sites[0] ?? '' };
}

/** The names of the widgets, as contractors know them. */
export const widgetNames: Readonly<Record<WidgetKind, string>> = {
  banner: m.marketing_widget_banner(),
  calculator: m.marketing_widget_calculator(),
  'full-page': m.marketing_widget_fullPage(),
  'real-widget': m.marketing_widget_button(),
};

/**
 * Host and path of a pasted address, without `www.` and a trailing slash; null if it isn't an
 * address.
 */
function parseSite(typed: string): { host: string; site: string } | null {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  if (!host.includes('.')) return null;
  const plain = host.replace(/^www\./, '');
  return { host: plain, site: (plain + pathname).replace(/\/+$/, '') };
}

/** Sightings at an address, and elsewhere on the same website. */
export function findPlace(typed: string, sightings: readonly Sighting[]) {
  const place = parseSite(typed);
  if (place === null) return null;
  const known = sightings.map((sighting) => ({ sighting, at: parseSite(sighting.site) }));
  return {
    ...place,
    here: known.filter(({ at }) => at?.site === place.site).map(({ sighting }) => sighting),
    elsewhere: known
      .filter(({ at }) => at?.host === place.host && at.site !== place.site)
      .map(({ sighting }) => sighting),
  };
}

/** Whether a website may show the widgets: an empty list allows all, and `www.` is ignored. */
export const isListed = (host: string, sites: readonly string[]): boolean =>
  sites.length === 0 || sites.some((site) => parseSite(site)?.host === host);

/** A list of websites while editing: changes apply on save. */
export function useSiteList(contractorId: number, stored: readonly string[]) {
  const [sites, setSites] = useState(stored);
  const { typed, problem, setTyped, add } = useNewSite((site) =>
    setSites((now) => (now.includes(site) ? now : [...now, site])),
  );
  const { run, busy } = useSaving(contractorId);
  return {
    sites,
    typed,
    problem,
    setTyped,
    add,
    busy,
    changed: sites.join(' ') !== stored.join(' '),
    remove: (site: string): void => setSites((now) => now.filter((one) => one !== site)),
    cancel: (): void => setSites(stored),
    save: (event: FormEvent): void => {
      event.preventDefault();
      void run(sites);
    },
  };
}

function useNewSite(onSite: (origin: string) => void) {
  const [typed, type] = useState('');
  const [problem, setProblem] = useState<string>();
  const setTyped = (text: string): void => {
    type(text);
    setProblem(undefined);
  };
  const add = async (): Promise<void> => {
    const site = await readSite(typed);
    if ('problem' in site) {
      setProblem(site.problem);
      return;
    }
    onSite(site.origin);
    type('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add();
  };
  return { typed, problem, setTyped, add: submit };
}

const useSaving = (contractorId: number) =>
  useAction({
    call: (sites: readonly string[]) =>
      saveSites({ params: { id: contractorId }, body: { sites: [...sites] } }),
    successToast: ({ message }) => message,
    refresh: [sitesQuery(contractorId).queryKey],
    onFailure: (error) => showToast(errorMessage(error), 'danger'),
  });
