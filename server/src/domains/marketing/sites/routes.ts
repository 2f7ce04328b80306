import * as contract from '@lintel/contract/marketing/sites';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { replaceSites, selectSightings, selectSites, type SightingRow } from './repository.ts';

interface SiteDeps {
  db: Database;
  clock: Clock;
}

/** Number of locations in the installation checker. */
const shown = 200;

export const siteRoutes = (deps: SiteDeps): Route[] => [
  handle(contract.readSites, async ({ owned }) => {
    const [sites, rows] = await Promise.all([
      selectSites(deps.db, owned.contractorId),
      selectSightings(deps.db, owned.contractorId, shown),
    ]);
    return { sites, sightings: rows.map(presentSighting) };
  }),
  handle(contract.saveSites, async ({ body, caller, owned }) => {
    return {
      message: 'Update successful',
      sites: await saveSites(deps, caller, owned.contractorId, body.sites),
    };
  }),
];

async function saveSites(
  deps: SiteDeps,
  caller: Caller,
  contractorId: number,
  sites: readonly string[],
): Promise<string[]> {
  return deps.db.transaction(async (tx) => {
    const unique = [...new Set(sites)].toSorted();
    const before = await selectSites(tx, contractorId);
    await replaceSites(tx, contractorId, unique, deps.clock.now());
    const details = { sites: { from: before, to: unique } };
    await recordAudit(tx, deps.clock, caller, {
      action: 'widget-sites.saved',
      entity: 'contractor',
      entityId: contractorId,
      contractorId,
      details,
    });
    return unique;
  });
}

const presentSighting = ({ sighting, pageName }: SightingRow): contract.Sighting => ({
  id: sighting.id,
  widget: sighting.widget,
  pageId: sighting.pageId,
  pageName,
  site: sighting.site,
  firstSeen: sighting.firstSeen.toISOString(),
  lastSeen: sighting.lastSeen.toISOString(),
});
