import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';
import type { Owner } from './owner.ts';

/** A file that an endpoint takes in a multipart body: its limits are checked while it arrives. */
export interface FileRule {
  maxBytes: number;
  /** MIME types that are taken; what the bytes say counts, not what the sender says. */
  types: readonly string[];
  /** Texts for a file that breaks a rule. */
  messages: { type: string; size: string };
}

/**
 * How often one caller may use an endpoint: `max` calls in `seconds`, counted by address or by
 * account.
 */
export interface CallLimit {
  max: number;
  seconds: number;
  by: 'address' | 'account';
}

export interface EndpointSpec {
  /** `<domain>.<action>`; unique, the operation id of the OpenAPI document. */
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v1`, with `{name}` for parameters. */
  path: `/${string}`;
  summary: string;
  access: Access;
  /**
   * Whose the ids are that a call names. The server does not start with an endpoint that takes ids
   * and does not say so.
   */
  owner?: Owner;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * How the body travels. The server takes `json` for a `form` endpoint too, and both for a
   * `multipart` one without files.
   */
  encoding?: 'json' | 'form' | 'multipart';
  files?: Record<string, FileRule>;
  /**
   * The one part of a multipart body, a file that is handed on while it arrives: such an endpoint
   * has no `body` and no `files`.
   */
  streams?: string;
  /** The MIME types that this file may have. */
  streamedTypes?: readonly string[];
  /** The answer to a broken rule repeats the names of the fields in `invalidFields`. */
  namesInvalidFields?: true;
  /** The answer's schema, or the MIME type of the file that is sent. */
  response: z.ZodType | { file: string };
  /** Codes that this endpoint answers with besides `commonErrors`. */
  errors?: readonly ErrorCode[];
  limit?: CallLimit;
  /**
   * The field of the body with an address that is written to: there is a limit by that address over
   * all such calls together.
   */
  mailsTo?: string;
  /** A GET that changes something is held to the portal's own origin like a POST. */
  changesState?: boolean;
  /**
   * Sensitive enough to ask again who it is: refused with `step_up_required` unless the session has
   * proved itself within ten minutes, by a second factor, or by the password where there is none.
   * `switched` asks only staff who are in a contractor's account.
   */
  stepUp?: true | 'switched';
  /** Why a call that changes something asks for no step-up (`core/step-up.ts`). */
  noStepUp?: string;
  /** Open to an account that still has to set up a second factor: what the set-up itself needs. */
  duringSetUp?: true;
  /**
   * It reads much: it has its own connections to the database, so that nothing else waits for it,
   * and reads from the replica where there is one. A replica may be a little behind, so this isn't
   * for what a person has just changed and expects to see.
   */
  reads?: 'much';
  /**
   * What it is to people when the server has more to do than it can: a homeowner's `submission` is
   * refused last of all, and counts for the objective that none is lost; `sign-in` before it,
   * everything else earlier.
   */
  urgency?: 'submission' | 'sign-in';
  /**
   * Repeating the call with the same `Idempotency-Key` does nothing more and gives the first
   * answer. Such an endpoint answers with `idempotentErrors` besides.
   */
  idempotent?: true;
}

/**
 * Declares one call of the API. Everything else (route, client, document, matrix, form rules) is
 * read from it.
 */
export const endpoint = <const Spec extends EndpointSpec>(spec: Spec): Spec => spec;

type Schema<Spec, Key extends string> =
  Spec extends Record<Key, infer Type extends z.ZodType> ? Type : never;

/** What the server reads from one part of the request. */
export type Received<Spec, Key extends 'params' | 'query' | 'body'> =
  Schema<Spec, Key> extends never ? undefined : z.output<Schema<Spec, Key>>;
/** What a client hands over for one part of the request. */
export type Sent<Spec, Key extends 'params' | 'query' | 'body'> =
  Schema<Spec, Key> extends never ? undefined : z.input<Schema<Spec, Key>>;
/** What a client reads from the answer. */
export type Answer<Spec> =
  Schema<Spec, 'response'> extends never ? Blob : z.output<Schema<Spec, 'response'>>;
/** What the server's handler returns. */
export type Answered<Spec> = z.output<Schema<Spec, 'response'>>;
