import { isMessage, type LinkState } from '@lintel/contract/links/constants';
import type { SentLink } from '@lintel/contract/links/links';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { Database } from '../../platform/db/connect.ts';
import { toDollars } from '../../platform/money.ts';
import { fullNames } from '../identity/index.ts';
import { findStopped } from '../messaging/index.ts';
import type { Context } from '../../platform/context.ts';
import { readPageNames } from './page-repository.ts';
import type { LinkRow } from './repository.ts';

/** A link's current state: the customer's actions take precedence. */
export function linkState(link: LinkRow, now: Date): LinkState {
  if (link.submittedAt !== null) return 'submitted';
  if (link.canceledAt !== null) return 'canceled';
  if (link.startedAt !== null) return 'started';
  if (link.expiresAt <= now) return 'expired';
  if (link.openedAt !== null) return 'opened';
  return link.sendState;
}

/**
 * A link for callers who can't see applications: at most opened, without the customer's actions on
 * the form.
 */
export function withoutApplication(link: SentLink): SentLink {
  const { state, reminder, openedAt, sendState } = link;
  const applied = state === 'started' || state === 'submitted';
  return {
    ...link,
    state: applied ? (openedAt === null ? sendState : 'opened') : state,
    startedAt: null,
    submittedAt: null,
    applicationId: null,
    reminderReason: reminder === 'skipped' ? '' : link.reminderReason,
  };
}

const open: readonly LinkState[] = ['queued', 'sent', 'delivered', 'failed', 'opened', 'started'];

export async function presentLink(context: Context, link: LinkRow): Promise<SentLink> {
  const [shown] = await presentLinks(context, [link]);
  if (shown === undefined) throw new Error('The link was not presented');
  return shown;
}

/** A contractor's links as its users see them. */
export async function presentLinks(
  { db, clock }: Context,
  links: readonly LinkRow[],
): Promise<SentLink[]> {
  const [first] = links;
  if (first === undefined) return [];
  const pages = await readPageNames(db, first.contractorId);
  const names = await readNames(db, links);
  const texted = links.flatMap(({ channel, phone }) => (channel === 'text' && phone) || []);
  const stopped = await findStopped(db, [...new Set(texted)]);
  const now = clock.now();
  return links.map((link) => {
    const state = linkState(link, now);
    const isOpen = open.includes(state) && link.expiresAt > now && link.anonymisedAt === null;
    return {
      id: link.id,
      customerId: link.customerId,
      channel: link.channel,
      state,
      amount: link.amountCents === null ? null : toDollars(link.amountCents),
      pageName: pages.get(link.pageId) ?? '',
      to: recipient(link),
      by: names.get(link.createdBy ?? 0) ?? '',
      createdAt: link.createdAt.toISOString(),
      sentAt: iso(link.sentAt),
      deliveredAt: iso(link.deliveredAt),
      openedAt: iso(link.openedAt),
      opens: link.opens,
      startedAt: iso(link.startedAt),
      submittedAt: iso(link.submittedAt),
      applicationId: link.applicationId,
      canceledAt: iso(link.canceledAt),
      expiresAt: link.expiresAt.toISOString(),
      sendState: link.sendState,
      leavesAt: link.sendState === 'queued' && isOpen ? iso(link.leavesAt) : null,
      reason: link.reason,
      stopped: link.channel === 'text' && stopped.has(link.phone),
      sends: link.sends,
      reminder: link.reminder,
      remindsAt: iso(link.remindsAt),
      reminderReason: link.reminderReason,
      mayResend: isOpen && isMessage(link.channel) && link.sendState !== 'queued',
      mayCancel: isOpen,
    };
  });
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const recipient = ({ channel, phone, email }: LinkRow): string => {
  if (channel === 'text') return phoneText(phone);
  return channel === 'email' ? email : '';
};

async function readNames(db: Database, links: readonly LinkRow[]): Promise<Map<number, string>> {
  const ids = [...new Set(links.flatMap(({ createdBy }) => createdBy ?? []))];
  return ids.length === 0 ? new Map() : fullNames(db, ids);
}
