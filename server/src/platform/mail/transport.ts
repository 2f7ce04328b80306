/** Somebody's address with the name to show for it, which may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

/** A message as it is handed over. */
export interface OutgoingMail {
  /** The Message-ID header with its angle brackets: the same for each attempt. */
  messageId: string;
  from: Mailbox;
  to: readonly Mailbox[];
  bcc: readonly string[];
  subject: string;
  html: string;
  text: string;
  /** Who is answered; null for the sender. */
  replyTo: Mailbox | null;
  /** Nobody wrote it: programs that answer by themselves leave it alone (RFC 3834). */
  automatic: boolean;
  /** The address of a one-click unsubscription (RFC 8058). */
  unsubscribeUrl: string | null;
}

/** What stands in the head of a message besides its sender, recipients, and subject. */
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

/** Where messages go. */
export interface MailTransport {
  /** Whether messages stay readable here afterwards, because nobody else keeps them. */
  readonly keepsMessages: boolean;
  /**
   * Hands a message over and returns the recipients that the server refused while it took the
   * others. Throws `MailRefused` when trying again is of no use, anything else when it may work
   * later.
   */
  send(mail: OutgoingMail): Promise<readonly RefusedRecipient[]>;
  close(): void;
}

/** An address that the mail server refused for good, and its answer. */
export interface RefusedRecipient {
  address: string;
  reason: string;
}

/**
 * The message was refused for good. The text is the reason; `recipients` are the addresses that
 * don't exist, none when the refusal is about the sender, the message, or the server's rules.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly recipients: readonly RefusedRecipient[];

  constructor(message: string, recipients: readonly RefusedRecipient[] = []) {
    super(message);
    this.recipients = recipients;
  }
}

/**
 * The default of a developer's machine: nothing leaves, and the messages are read in the browser.
 */
export const outboxTransport: MailTransport = {
  keepsMessages: true,
  send: async () => [],
  close: () => {},
};
