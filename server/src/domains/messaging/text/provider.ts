/** A text as it is handed over. */
export interface OutgoingText {
  /** E.164. */
  to: string;
  body: string;
  /** Where the provider tells what becomes of it. */
  statusUrl: string;
  /** The provider gives it up when it could not leave within so many seconds. */
  validSeconds: number;
}

/** What becomes of a text that the provider has taken. */
export type Delivery = 'sent' | 'delivered' | 'undelivered';

/** The provider has taken a text, under its own name of it. */
export interface Taken {
  id: string;
  delivery: Delivery;
}

type Form = Readonly<Record<string, string>>;

/**
 * Who carries text messages. One that has no way to refuse a text handed over twice can at least be
 * asked whether it has it.
 */
export interface TextProvider {
  readonly name: string;
  /** Whether texts stay readable here afterwards, because nobody else keeps them. */
  readonly keepsTexts: boolean;
  /**
   * Hands a text over. Throws `TextRefused` when trying again is of no use, `TextPutOff` when it
   * was not taken and may be later. Anything else means that nobody knows whether it was taken.
   */
  send(text: OutgoingText): Promise<Taken>;
  /** The text, when the provider took it since then. */
  find(text: OutgoingText, since: Date): Promise<Taken | null>;
  /** Whether the provider signed a call of this address with this form. */
  hasSigned(url: string, form: Form, signature: string): boolean;
  /** What a signed call tells of a text; null when it is no news. */
  readStatus(form: Form): (Taken & { reason: string }) | null;
  /** What a signed call tells that somebody wrote; null when it is no text. */
  readReply(form: Form): Reply | null;
}

export interface Reply {
  /** The provider's name of it. */
  id: string;
  from: string;
  text: string;
  /** The provider has answered it with the operator's own words. */
  answered: boolean;
}

/** The text was refused for good. The message is the reason. */
export class TextRefused extends Error {
  override readonly name = 'TextRefused';
  /** Because its reader has stopped texts. */
  readonly stopped: boolean;
  constructor(reason: string, { stopped = false } = {}) {
    super(reason);
    this.stopped = stopped;
  }
}

/** The text was not taken, and may be after so many seconds. */
export class TextPutOff extends Error {
  override readonly name = 'TextPutOff';
  readonly seconds: number;
  constructor(reason: string, seconds: number) {
    super(reason);
    this.seconds = seconds;
  }
}
