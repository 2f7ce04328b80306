import * as contract from '@lintel/contract/marketing/sites';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { replaceSites, selectSightings, selectSites, type SightingRow } from './repository.ts';

/** Number of locations in the installation checker. */
const maxSightings = 200;

export const siteRoutes = (context: Context): Route[] => [
  handle(contract.readSites, async ({ owned }) => {
    const [sites, rows] = await Promise.all([
      selectSites(context.db, owned.contractorId),
      selectSightings(context.db, owned.contractorId, maxSightings),
    ]);
    return { sites, sightings: rows.map(presentSighting) };
  }),
  handle(contract.saveSites, async ({ body, caller, owned }) => {
    return {
      message: 'Update successful',
      sites: await saveSites(context, caller, owned.contractorId, body.sites),
    };
  }),
];

async function saveSites(
  context: Context,
  caller: Caller,
  contractorId: number,
  sites: readonly string[],
): Promise<string[]> {
  return context.db.transaction(async (tx) => {
    const unique = [...new Set(sites)].toSorted();
    const before = await selectSites(tx, contractorId);
    await replaceSites(tx, contractorId, unique, context.clock.now());
    const details = { sites: { from: before, to: unique } };
    await recordAudit(tx, context.clock, caller, {
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
