/** A text for the provider. */
export interface OutgoingText {
  /** E.164. */
  to: string;
  body: string;
  /** The webhook for its delivery status. */
  statusUrl: string;
  /** The provider gives it up if it can't send it within this many seconds. */
  validSeconds: number;
}

/** The delivery status of an accepted text. */
export type Delivery = 'sent' | 'delivered' | 'undelivered';

/** The provider accepted a text, with its id there. */
export interface ProviderReceipt {
  id: string;
  delivery: Delivery;
}

type Form = Readonly<Record<string, string>>;

/** An SMS provider. Without idempotency keys, it must at least be able to look up a text. */
export interface TextProvider {
  readonly name: string;
  /** Whether we keep sent texts readable, because no provider does. */
  readonly keepsTexts: boolean;
  /**
   * Sends a text. Throws `TextRejected` for a permanent rejection, and `TextDelayed` when it wasn't
   * accepted but may be later. After any other error it is unknown whether it was accepted.
   */
  send(text: OutgoingText): Promise<ProviderReceipt>;
  /** The text, if the provider accepted it since then. */
  find(text: OutgoingText, since: Date): Promise<ProviderReceipt | null>;
  /** Whether the provider signed a request to this URL with this form. */
  isSignatureValid(url: string, form: Form, signature: string): boolean;
  /** The status in a signed request; null for anything else. */
  readStatus(form: Form): (ProviderReceipt & { reason: string }) | null;
  /** The reply in a signed request; null when it isn't one. */
  readReply(form: Form): Reply | null;
}

export interface Reply {
  /** The provider's id. */
  id: string;
  from: string;
  text: string;
  /** The provider already sent the operator's own auto-reply. */
  answered: boolean;
}

/** A permanent rejection; the message is the reason. */
export class TextRejected extends Error {
  override readonly name = 'TextRejected';
  /** Its recipient has opted out. */
  readonly stopped: boolean;
  constructor(reason: string, { stopped = false } = {}) {
    super(reason);
    this.stopped = stopped;
  }
}

/** The text wasn't accepted; retry after this many seconds. */
export class TextDelayed extends Error {
  override readonly name = 'TextDelayed';
  readonly seconds: number;
  constructor(reason: string, seconds: number) {
    super(reason);
    this.seconds = seconds;
  }
}
