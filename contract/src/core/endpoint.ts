import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { Owner } from './owner.ts';

/** A file of a multipart body; its limits are checked while it arrives. */
export interface FileRule {
  maxBytes: number;
  /** Accepted MIME types, detected from the bytes; the sender's type is ignored. */
  types: readonly string[];
  /** Messages for a file that breaks a rule. */
  messages: { type: string; size: string };
}

/** A rate limit: `max` calls in `seconds`, counted by network address or by account. */
export interface CallLimit {
  max: number;
  seconds: number;
  by: 'address' | 'account';
}

export interface EndpointSpec {
  /** `<domain>.<action>`; unique, and the operation id of the OpenAPI document. */
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Relative to `/api/v1`, with `{name}` for parameters. */
  path: `/${string}`;
  summary: string;
  access: Access;
  /**
   * The ownership of the call's ids. The server doesn't start with an endpoint that takes ids
   * without it.
   */
  owner?: Owner;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * The body's encoding. The server also accepts `json` for `form` endpoints, and both for
   * `multipart` ones without files.
   */
  encoding?: 'json' | 'form' | 'multipart';
  files?: Record<string, FileRule>;
  /**
   * The only part of a multipart body, a file that is streamed to the handler; the endpoint then
   * has no `body` and no `files`.
   */
  streams?: string;
  /** The streamed file's accepted MIME types. */
  streamedTypes?: readonly string[];
  /** Validation errors repeat the fields' names in `invalidFields`. */
  namesInvalidFields?: true;
  /** The response schema, or the MIME type of a file response. */
  response: z.ZodType | { file: string };
  /** The endpoint's error codes in addition to `commonErrors`. */
  errors?: readonly ErrorCode[];
  limit?: CallLimit;
  /** The body field with the recipient's address; all such calls share one limit per address. */
  mailsTo?: string;
  /** A GET that changes something must come from the portal's own origin, like a POST. */
  changesState?: boolean;
  /**
   * A sensitive call: returns `step_up_required` unless the session was verified within ten
   * minutes, by a second factor, or by the password without one. `switched` requires it only
   * of staff in a contractor's account.
   */
  stepUp?: true | 'switched';
  /** Why a state-changing call needs no step-up (`core/step-up.ts`). */
  noStepUp?: string;
  /** Open to an account that still has to set up a second factor. */
  duringSetUp?: true;
  /**
   * A heavy read: it has its own database connections, so it can't delay other calls, and uses the
   * replica where there is one. A replica may lag, so this isn't for data that a person has just
   * changed and expects to see.
   */
  reads?: 'much';
  /**
   * Priority under overload: a homeowner's `submission` is rejected last and counts toward the
   * objective that none is lost; `sign-in` comes before it, and everything else is rejected
   * earlier.
   */
  urgency?: 'submission' | 'sign-in';
  /**
   * Repeating the call with the same `Idempotency-Key` has no further effect and returns the first
   * response. Such an endpoint also returns `idempotentErrors`.
   */
  idempotent?: true;
}

/**
 * Declares one API call. The route, the client, the API document, the access matrix, and form rules
 * derive from it.
 */
export const endpoint = <const Spec extends EndpointSpec>(spec: Spec): Spec => spec;

type Schema<Spec, Key extends string> =
  Spec extends Record<Key, infer Type extends z.ZodType> ? Type : never;

/** What the server receives in one part of the request. */
export type RequestPart<Spec, Key extends 'params' | 'query' | 'body'> =
  Schema<Spec, Key> extends never ? undefined : z.output<Schema<Spec, Key>>;
/** What a client sends in one part of the request. */
export type RequestInput<Spec, Key extends 'params' | 'query' | 'body'> =
  Schema<Spec, Key> extends never ? undefined : z.input<Schema<Spec, Key>>;
/** What a client receives. */
export type Answer<Spec> =
  Schema<Spec, 'response'> extends never ? Blob : z.output<Schema<Spec, 'response'>>;
/** What the server's handler returns. */
export type ResponseBody<Spec> = z.output<Schema<Spec, 'response'>>;
