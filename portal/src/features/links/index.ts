import { createElement, lazy } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { accessTo, staffWith } from '@lintel/contract/core/access';
import { openDialog } from '../../lib/dialog.ts';
import type { SendRequest } from './send-request.ts';

export { toneOf as toneOfLink } from './link-tone.ts';
export type { SendRequest } from './send-request.ts';

/** Who may hand links to customers. */
export const sendingAccess = accessTo('customers');

/**
 * Opens the sheet that hands a link to a customer, with what is known already. Without a customer it
 * asks whom it is for.
 */
export function openSendSheet(request: SendRequest = {}): void {
  const panel = lazy(async () => {
    const { SendSheet } = await import('./send-sheet.tsx');
    return {
      default: ({ onClose }: { onClose(): void }) => createElement(SendSheet, { request, onClose }),
    };
  });
  void openDialog({ title: m.common_sendLink(), text: '', panel });
}

const loadCustomerLinks = () => import('./customer-links.tsx');

/** The links that a customer was sent, for the customer's screen. */
export const CustomerLinks = lazy(() =>
  loadCustomerLinks().then((module) => ({ default: module.CustomerLinks })),
);

/** Loads their code and their first page before the screen is drawn. */
export const prefetchCustomerLinks = async (client: QueryClient, customerId: number) =>
  (await loadCustomerLinks()).prefetchLinks(client, customerId);

/** How far links have come, by the way they were sent, for the report's graphs. */
export const LinkCounts = lazy(() =>
  import('./link-counts.tsx').then((module) => ({ default: module.LinkCounts })),
);

/** How many links one contractor may send in a day, for staff who look at it. */
export const ContractorLinkLimit = lazy(() =>
  import('./contractor-limit.tsx').then((module) => ({ default: module.ContractorLinkLimit })),
);

/** The section of Settings for how many links a contractor may send. */
export const linkSettingsSection = {
  id: 'links-a-day',
  title: m.links_settings_title(),
  purpose: m.links_settings_purpose(),
  access: staffWith(['manage-settings', 'access']),
  load: () =>
    import('./settings-section.tsx').then((module) => ({ default: module.LinkSettingsSection })),
};
