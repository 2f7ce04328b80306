/**
 * Every error code of the API with its HTTP status and default text. Services throw codes; this
 * table maps a code to a status, so the status doesn't depend on who threw it.
 */
export const errorCatalog = {
  bad_request: [400, 'The request could not be read.'],
  unauthorized: [401, 'Authorization is required'],
  invalid_credentials: [401, 'Invalid login or password'],
  access_denied: [403, 'Access denied'],
  factor_required: [403, 'Please set up two-step verification first.'],
  step_up_required: [403, 'Please confirm that it is you.'],
  work_required: [403, 'Your browser has to do some work first. Please try again.'],
  wrong_origin: [403, 'This request must come from the portal.'],
  invalid_link: [404, 'Invalid link'],
  not_found: [404, 'This does not exist or is not yours.'],
  conflict: [409, 'This has changed since you opened it.'],
  email_already_used: [409, 'This e-mail is already used by another account.'],
  email_already_exist: [409, 'A user with this e-mail already exists.'],
  team_limit: [409, 'You’ve reached the limit of additional users for your account'],
  export_limit: [
    409,
    'The limit of large exports is reached. Wait for one to finish, or remove one first.',
  ],
  device_limit: [
    409,
    'You already have notifications on the maximum number of devices. Remove one first.',
  ],
  built_in: [409, 'This is built in and cannot be changed.'],
  in_use: [409, 'This is still used and cannot be deleted.'],
  already_exists: [409, 'This name is already used.'],
  page_name_taken: [409, 'This page name is already used.'],
  idempotency_mismatch: [409, 'This Idempotency-Key was already used for another request.'],
  in_progress: [409, 'The same request is still in progress. Please wait a moment and try again.'],
  no_card: [409, 'Please add a payment card first.'],
  plan_required: [409, "Sending requires a paid plan that isn't canceled."],
  document_closed: [409, 'This document can no longer be changed that way.'],
  has_payments: [409, 'Please reverse its payments first.'],
  overpaid: [409, 'This is more than the amount owed.'],
  unusual_date: [409, 'Please confirm the date of this payment.'],
  offer_used: [409, 'This funding has already been entered as a payment.'],
  link_refused: [409, 'This link cannot be sent that way.'],
  link_limit: [409, 'No more messages with links can be sent today. Please try again tomorrow.'],
  link_closed: [409, 'This link no longer works. Please send a new one.'],
  application_closed: [409, 'This application can no longer be changed.'],
  not_open: [
    409,
    'Applications can’t be sent here yet. Please call the company that sent you here.',
  ],
  too_large: [413, 'What you sent is too large.'],
  range_not_satisfiable: [416, 'The file has no such part.'],
  unsupported_type: [415, 'This type of content is not accepted.'],
  invalid: [422, 'Please correct the marked fields.'],
  too_many_requests: [429, 'Too many attempts. Please wait a moment and try again.'],
  payment_failed: [422, 'Payment is failed'],
  render_failed: [422, 'The template cannot be rendered.'],
  busy: [503, 'The server is busy. Please try again.'],
  gateway_unavailable: [
    503,
    'The payment provider cannot be reached at the moment. Please try again in a few minutes.',
  ],
  unavailable: [
    503,
    'The portal is not available at the moment. Please try again in a few seconds.',
  ],
  unexpected: [500, 'Something wrong'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorCatalog;

/** Codes that any endpoint may return without declaring them. */
export const commonErrors = [
  'bad_request',
  'unauthorized',
  'access_denied',
  'factor_required',
  'wrong_origin',
  'too_large',
  'unsupported_type',
  'invalid',
  'too_many_requests',
  'unavailable',
  'unexpected',
] as const satisfies readonly ErrorCode[];

/** Additional codes of idempotent endpoints. */
export const idempotentErrors = [
  'idempotency_mismatch',
  'in_progress',
] as const satisfies readonly ErrorCode[];

/** Additional codes of endpoints with `stepUp`. */
export const stepUpErrors = ['step_up_required'] as const satisfies readonly ErrorCode[];

/** The body of every error response. `fields` maps a field's name to its problem. */
export interface ErrorBody {
  error: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  invalidFields?: string[];
}
