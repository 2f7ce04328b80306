import { pushKinds, type PushMessage } from '@lintel/contract/push/constants';

interface Notice {
  title: string;
  body: string;
  /** Notifications with the same tag replace each other. */
  tag: string;
  /** The path that a click opens. */
  path: string;
}

const words: Record<PushMessage['kind'], [title: string, body: string]> = {
  application: ['New application', 'A homeowner sent an application.'],
  offers: ['Offers received', 'A homeowner received offers.'],
  funding: ['Funding received', 'A homeowner’s project was funded.'],
  test: ['Test notification', 'Notifications arrive on this device.'],
};

const kinds: readonly unknown[] = [...pushKinds, 'test'];

const isMessage = (value: unknown): value is PushMessage =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  kinds.includes(value.kind) &&
  'applicationId' in value &&
  (value.applicationId === null || Number.isSafeInteger(value.applicationId));

/**
 * The text for a screen that may be locked: what happened, but not to whom. A browser that receives
 * a push message has to show a notification.
 */
export function toNotice(message: unknown): Notice {
  if (!isMessage(message))
    return { title: 'News in the portal', body: 'Open it to see more.', tag: 'news', path: '/' };
  const { kind, applicationId } = message;
  const [title, body] = words[kind];
  const path = applicationId === null ? '/personal-info' : `/reports-applications/${applicationId}`;
  return { title, body, tag: `${kind}-${applicationId ?? ''}`, path };
}
