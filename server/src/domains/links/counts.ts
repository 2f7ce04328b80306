import { linkChannels } from '@lintel/contract/links/constants';
import type { countLinks } from '@lintel/contract/links/links';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import type { Sections } from '../../platform/http/sections.ts';
import { withinDays } from '../../platform/days.ts';
import type { Context } from '../../platform/context.ts';
import { countByChannel } from './repository.ts';
import { sentLinks } from './tables.ts';
import { readContractorZone } from '../contractors/index.ts';

type Days = RequestPart<typeof countLinks, 'query'>;

/**
 * Link counts over a number of days, with a row for each channel even when it is empty.
 * Applications are counted only for callers who can see them.
 */
export async function readCounts(
  { db, config }: Pick<Context, 'db' | 'config'>,
  seen: Sections,
  contractorId: number,
  days: Days,
): Promise<ResponseBody<typeof countLinks>> {
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const created = withinDays(sentLinks.createdAt, { gte: days.from, lte: days.to }, timeZone);
  const found = await countByChannel(db, contractorId, created);
  return {
    channels: linkChannels.map((channel) => {
      const row = found.find((one) => one.channel === channel);
      const { sent = 0, delivered = 0, opened = 0, started = 0, submitted = 0 } = row ?? {};
      // Only carriers report delivery.
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
