/** A message as it leaves: everything but its Message-ID. */
export interface RenderedMessage {
  from: string;
  /** Addresses, with commas between them. */
  to: string;
  bcc: string;
  subject: string;
  html: string;
  text: string;
  /** Where the reader's mail program unsubscribes by one click; null for messages about the account. */
  unsubscribeUrl: string | null;
}
