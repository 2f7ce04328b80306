import { linkChannels } from '@lintel/contract/links/constants';
import type { countLinks } from '@lintel/contract/links/links';
import type { Answered, Received } from '@lintel/contract/core/endpoint';
import { withinDays } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { countByChannel } from './repository.ts';
import { sentLinks } from './tables.ts';

/** How far the links of some days have come; each channel has a row, also where nothing was sent. */
export async function readCounts(
  { db, timeZone }: { db: Database; timeZone: string },
  contractorId: number,
  { from, to }: Received<typeof countLinks, 'query'>,
): Promise<Answered<typeof countLinks>> {
  const made = withinDays(sentLinks.createdAt, { gte: from, lte: to }, timeZone);
  const found = await countByChannel(db, contractorId, made);
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
        started,
        submitted,
      };
    }),
  };
}
