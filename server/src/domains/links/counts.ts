import { linkChannels } from '@lintel/contract/links/constants';
import type { countLinks } from '@lintel/contract/links/links';
import type { Answered, Received } from '@lintel/contract/core/endpoint';
import type { Clock } from '../../platform/clock.ts';
import type { Sections } from '../../platform/http/sections.ts';
import { withinDays } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { keptNumbers } from '../../platform/db/kept.ts';
import { countedUpTo } from '../../platform/db/totals.ts';
import { countByChannel, type ChannelCount } from './repository.ts';
import { sentLinks } from './tables.ts';
import { inContractorZone } from '../contractors/index.ts';

type Days = Received<typeof countLinks, 'query'>;

interface CountDeps {
  db: Database;
  clock: Clock;
  timeZone: string;
}

/** How far the links of some days have come; very many are counted once a minute. */
async function countedByChannel(
  { db, clock, timeZone }: CountDeps,
  contractorId: number,
  { from, to }: Days,
): Promise<ChannelCount[]> {
  const key = JSON.stringify(['links', contractorId, timeZone, from, to]);
  const now = clock.now();
  const made = withinDays(sentLinks.createdAt, { gte: from, lte: to }, timeZone);
  const rows = await (keptNumbers.get<ChannelCount[]>(db, key, now) ??
    keptNumbers.keep(db, key, now, countByChannel(db, contractorId, made)));
  if (rows.reduce((sum, { made: all }) => sum + all, 0) <= countedUpTo) keptNumbers.drop(db, key);
  return rows;
}

/**
 * How far the links of some days have come; each channel has a row, also where nothing was sent.
 * Applications are counted for callers who see them.
 */
export async function readCounts(
  deps: CountDeps,
  seen: Sections,
  contractorId: number,
  days: Days,
): Promise<Answered<typeof countLinks>> {
  const zoned = await inContractorZone(deps, contractorId);
  const found = await countedByChannel(zoned, contractorId, days);
  return {
    channels: linkChannels.map((channel) => {
      const row = found.find((one) => one.channel === channel);
      const { sent = 0, delivered = 0, opened = 0, started = 0, submitted = 0 } = row ?? {};
      // Only phone companies tell that something has arrived.
      return {
        channel,
        sent,
        delivered: channel === 'text' ? delivered : null,
        opened,
        started: seen.applications ? started : null,
        submitted: seen.applications ? submitted : null,
      };
    }),
  };
}
