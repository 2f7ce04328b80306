import type { FastifyRequest } from 'fastify';
import type { WidgetKind } from '@lintel/contract/marketing/constants';
import { hourMs } from '@lintel/contract/core/durations';
import type { Database } from '../../../platform/db/connect.ts';
import { toNetwork } from '../../../platform/http/caller-address.ts';
import { findPublicPageById, type PageRow } from '../../pages/index.ts';
import {
  selectSites,
  countSightings,
  insertSighting,
  touchSighting,
  type NewSighting,
} from '../sites/repository.ts';
import { perContext, type Context } from '../../../platform/context.ts';
import { toError } from '../../../platform/errors.ts';

export type EmbedRequest = FastifyRequest<{
  Params: { pageId: string };
  Querystring: Record<string, unknown>;
}>;

/** The parts of a request that identify the widget and the website. */
type VisitRequest = Pick<EmbedRequest, 'headers' | 'address'> & { params: { pageId: string } };

/**
 * A requested widget: its page, and who may frame it; `null` when the page isn't found, `refused`
 * for a site that isn't listed.
 */
type Visit = { page: PageRow; ancestors: string | null; refused: boolean } | null;

/** Finds the page, checks the contractor's list of sites, and records where the embed is used. */
export async function readVisit(
  context: Context,
  request: VisitRequest,
  widget: WidgetKind,
  address: unknown,
): Promise<Visit> {
  const page = await findPage(context.db, request.params.pageId);
  if (page === undefined) return null;
  const allowed = allowedOrigins(await selectSites(context.db, page.contractorId));
  const place = typeof address === 'string' ? parsePlace(address) : null;
  const ownOrigin = new URL(context.config.publicUrl).origin;
  const refused =
    place === null
      ? allowed !== null && isWithoutOrigin(address)
      : !mayShowAt(place.origin, allowed, ownOrigin);
  if (place !== null && !refused && place.origin !== ownOrigin && agrees(request, place))
    await recordVisit(context, request, {
      contractorId: page.contractorId,
      pageId: page.id,
      widget,
      site: place.site,
    });
  return { page, ancestors: frameAncestors(allowed), refused };
}

const findPage = async (db: Database, id: string): Promise<PageRow | undefined> =>
  /^[1-9]\d{0,8}$/.test(id) ? findPublicPageById(db, Number(id)) : undefined;

/** A local file or a sandboxed frame: the loader sends `null` as the origin, like browsers. */
const isWithoutOrigin = (address: unknown): boolean =>
  typeof address === 'string' && address.startsWith('null');

/** The browser's Referer, if any, must match the location that the embed reports. */
function agrees({ headers: { referer } }: VisitRequest, place: Place): boolean {
  return referer === undefined || parsePlace(referer)?.origin === place.origin;
}

/** Failures are only logged, since they must not affect the website. */
async function recordVisit(
  context: Context,
  request: VisitRequest,
  seen: Parameters<Sightings['record']>[0],
): Promise<void> {
  try {
    await sightings(context).record(seen, toNetwork(request.address));
  } catch (error) {
    context.log.warn({ err: error }, `A sighting was not kept: ${toError(error).message}`);
  }
}

/** Location reported by an embed: a URL without query and fragment. */
interface Place {
  origin: string;
  /** Host and path, as shown to the contractor. */
  site: string;
}

const maxSiteLength = 200;

/** The location of a URL; null for anything but a plain web address. */
export function parsePlace(address: string): Place | null {
  if (address.length > 2000 || !URL.canParse(address)) return null;
  const { protocol, origin, host, pathname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return null;
  if (!/^[a-z0-9.-]+(:\d+)?$/.test(host)) return null;
  return { origin, site: `${host}${pathname}`.slice(0, maxSiteLength) };
}

/** Owners treat `https://roofer.com` and `https://www.roofer.com` as one website. */
const wwwTwin = (origin: string): string =>
  origin.includes('://www.') ? origin.replace('://www.', '://') : origin.replace('://', '://www.');

/** Origins that may frame a contractor's widgets; null without a list, so that any may. */
export const allowedOrigins = (listed: readonly string[]): string[] | null =>
  listed.length === 0 ? null : [...new Set(listed.flatMap((origin) => [origin, wwwTwin(origin)]))];

/** Whether the widgets may be shown at `origin`; always true for our own pages. */
export const mayShowAt = (
  origin: string,
  allowed: readonly string[] | null,
  ownOrigin: string,
): boolean => allowed === null || origin === ownOrigin || allowed.includes(origin);

/**
 * The sources of `frame-ancestors` for these origins; null when any may frame the widgets. Even `*`
 * would exclude local files and sandboxed frames, whose documents have no origin.
 */
export const frameAncestors = (allowed: readonly string[] | null): string | null =>
  allowed === null ? null : ["'self'", ...allowed].join(' ');

/** Reports can be forged, so locations per page and reports per address and minute are limited. */
const maxPagePlaces = 500;
const reportsAMinute = 60;
const maxSeen = 10_000;

/**
 * Stores where embeds were seen. Most reports repeat locations that this process has just seen, and
 * cost nothing.
 */
class Sightings {
  readonly #context: Context;
  readonly #seen = new Map<string, number>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Records a location; `address` is the reporter's. */
  async record(seen: NewSighting, address: string): Promise<void> {
    const { db, clock, counter } = this.#context;
    const now = clock.now();
    const key = `${seen.pageId} ${seen.widget} ${seen.site}`;
    const last = this.#seen.get(key);
    if (last !== undefined && now.getTime() - last < hourMs) return;
    if ((await counter.count(`sighting:${address}`, 60)) > reportsAMinute) return;
    if (this.#seen.size >= maxSeen) this.#seen.clear();
    this.#seen.set(key, now.getTime());
    if (await touchSighting(db, seen, now, new Date(now.getTime() - hourMs))) return;
    if ((await countSightings(db, seen)) < maxPagePlaces) await insertSighting(db, seen, now);
  }
}

const sightings = perContext((context) => new Sightings(context));
