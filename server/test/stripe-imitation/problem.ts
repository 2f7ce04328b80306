/** An error response in Stripe's format. */
export class Problem extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

  constructor(status: number, error: { type: string; message: string; [fact: string]: unknown }) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export const missing = (kind: string, id: unknown): Problem =>
  new Problem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${String(id)}'`,
    param: kind,
  });

export const wrong = (message: string, facts: Record<string, unknown> = {}): Problem =>
  new Problem(400, { type: 'invalid_request_error', message, ...facts });

export interface Decline {
  code: string;
  decline_code: string;
  message: string;
  param?: string;
}

export const declined = (decline: Decline, intent?: unknown): Problem =>
  new Problem(402, {
    type: 'card_error',
    ...decline,
    ...(intent !== undefined && { payment_intent: intent }),
  });
