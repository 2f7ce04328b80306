import type { Sighting } from '@lintel/contract/marketing-sites';

/**
 * Host and path of an address as people paste it, without `www.` and a slash at the end; null for
 * what is no address.
 */
export function placeOf(typed: string): { host: string; site: string } | null {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  if (!host.includes('.')) return null;
  const plain = host.replace(/^www\./, '');
  return { host: plain, site: (plain + pathname).replace(/\/+$/, '') };
}

/** What is known of an address: where codes were seen on it, and elsewhere on the same website. */
export function findPlace(typed: string, sightings: readonly Sighting[]) {
  const place = placeOf(typed);
  if (place === null) return null;
  const known = sightings.map((sighting) => ({ sighting, at: placeOf(sighting.site) }));
  return {
    ...place,
    here: known.filter(({ at }) => at?.site === place.site).map(({ sighting }) => sighting),
    elsewhere: known
      .filter(({ at }) => at?.host === place.host && at.site !== place.site)
      .map(({ sighting }) => sighting),
  };
}

/**
 * Whether a website may show the widgets: with an empty list any may, and `www.` makes no
 * difference.
 */
export const isListed = (host: string, sites: readonly string[]): boolean =>
  sites.length === 0 || sites.some((site) => placeOf(site)?.host === host);
