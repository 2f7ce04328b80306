/** An address with its display name, which may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A message ready to send. */
export interface OutgoingMail {
  /** The Message-ID header with its angle brackets: the same for each attempt. */
  messageId: string;
  from: Mailbox;
  to: readonly Mailbox[];
  bcc: readonly string[];
  subject: string;
  html: string;
  text: string;
  /** The reply address; null for the sender. */
  replyTo: Mailbox | null;
  /** Sent automatically: auto-responders don't reply (RFC 3834). */
  automatic: boolean;
  /** The URL of a one-click unsubscribe (RFC 8058). */
  unsubscribeUrl: string | null;
}

/** A message's headers besides sender, recipients, and subject. */
export const extraHeaders = ({
  automatic,
  unsubscribeUrl,
}: Pick<OutgoingMail, 'automatic' | 'unsubscribeUrl'>): Record<string, string> => ({
  ...(automatic && { 'Auto-Submitted': 'auto-generated' }),
  ...(unsubscribeUrl !== null && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

/** A destination for messages. */
export interface MailTransport {
  /** Whether messages stay readable here after sending, because nothing else stores them. */
  readonly keepsMessages: boolean;
  /**
   * Sends a message and returns the recipients that the server rejected while accepting others.
   * Throws `MailRefused` when a retry is useless, and other errors when it may work later.
   */
  send(mail: OutgoingMail): Promise<readonly RefusedRecipient[]>;
  close(): void;
}

/** An address that the mail server rejected permanently, with its response. */
export interface RefusedRecipient {
  address: string;
  reason: string;
}

/**
 * The message was rejected permanently. The text is the reason; `recipients` are the addresses that
 * don't exist, none when the rejection concerns the sender, the message, or the server's policies.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly recipients: readonly RefusedRecipient[];

  constructor(message: string, recipients: readonly RefusedRecipient[] = []) {
    super(message);
    this.recipients = recipients;
  }
}

/** Production without a mail server yet: messages wait, and can be sent again. */
export const missingTransport: MailTransport = {
  keepsMessages: false,
  send: () => Promise.reject(new Error('No mail server is set up yet')),
  close: () => {},
};

/** The development default: nothing is sent, and messages are shown in the browser. */
export const outboxTransport: MailTransport = {
  keepsMessages: true,
  send: async () => [],
  close: () => {},
};
