import { staffWith } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import { may } from '../../lib/session.ts';

const reading = staffWith(['manage-emails', 'access_templates']);
const changing = staffWith(['manage-emails', 'modify_templates']);
const ofUnsubscribers = staffWith(['manage-emails', 'access_unsubscribers']);

export type EmailsTab = 'templates' | 'events' | 'unsubscribers';

export const mayChangeTemplates = (session: Session): boolean => may(session, changing);

/** The tabs that the session may see, in display order. */
export function tabsOf(session: Session): EmailsTab[] {
  const templates = may(session, reading) ? (['templates', 'events'] as const) : [];
  const unsubscribers = may(session, ofUnsubscribers) ? (['unsubscribers'] as const) : [];
  return [...templates, ...unsubscribers];
}

/**
 * The tab to show: the one that was asked for, `templates` otherwise; `unsubscribers` when that one
 * is closed.
 */
export function activeTab(asked: unknown, open: readonly EmailsTab[]): EmailsTab {
  const found = open.find((tab) => tab === (asked ?? 'templates'));
  return found ?? open.at(-1) ?? 'unsubscribers';
}
