/** A message as it leaves: everything but its Message-ID. */
export interface RenderedMessage {
  from: string;
  /** Mailboxes, with commas between them: `Ann <ann@example.com>, bob@example.com`. */
  to: string;
  /** Addresses, with commas between them. */
  bcc: string;
  /** A mailbox that is answered instead of the sender. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /**
   * Where the reader's mail program unsubscribes by one click; null for messages about the account.
   */
  unsubscribeUrl: string | null;
}
