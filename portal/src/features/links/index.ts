import { createElement, lazy } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { accessTo, staffWith } from '@lintel/contract/core/access';
import { openDialog } from '../../lib/dialog.ts';
import type { SendRequest } from './send-request.ts';

export { linkTone as toneOfLink } from './link-tone.ts';
export type { SendRequest } from './send-request.ts';

/** Who may send links to customers. */
export const sendingAccess = accessTo('customers');

/**
 * Opens the sheet that sends a link to a customer, prefilled with `request`. Without a customer it
 * asks for one.
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

/** The links sent to a customer, for the customer page. */
export const CustomerLinks = lazy(() =>
  loadCustomerLinks().then((module) => ({ default: module.CustomerLinks })),
);

/** Loads their code and first page before the page renders. */
export const prefetchCustomerLinks = async (client: QueryClient, customerId: number) =>
  (await loadCustomerLinks()).prefetchLinks(client, customerId);

/** Link statistics by channel, for the report's graphs. */
export const LinkCounts = lazy(() =>
  import('./link-counts.tsx').then((module) => ({ default: module.LinkCounts })),
);

/** A contractor's daily link limit, for staff. */
export const ContractorLinkLimit = lazy(() =>
  import('./contractor-limit.tsx').then((module) => ({ default: module.ContractorLinkLimit })),
);

/** The Settings section for the daily link limit. */
export const linkSettingsSection = {
  id: 'links-a-day',
  title: m.links_settings_title(),
  purpose: m.links_settings_purpose(),
  access: staffWith(['manage-settings', 'access']),
  load: () =>
    import('./settings-section.tsx').then((module) => ({ default: module.LinkSettingsSection })),
};
