import type { Readable } from 'node:stream';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Access } from '@lintel/contract/core/access';
import type { Answered, EndpointSpec, Received } from '@lintel/contract/core/endpoint';
import type { Caller } from './caller.ts';
import type { Owned } from './ownership.ts';
import type { ReceivedFile, Upload } from './multipart.ts';

/** What a handler may know of the request besides its validated parts. */
export interface RequestFacts {
  address: string;
  userAgent: string;
  cookies: Record<string, string | undefined>;
  headers: Record<string, string | string[] | undefined>;
  /** The body's bytes as they arrived, for signatures; only where access is by signature. */
  rawBody: string;
  /**
   * The same for a call and its repetitions, to derive the keys of calls to others; a fresh one
   * when the caller sent none.
   */
  idempotencyKey: string;
}

/** What a handler may do to the answer besides its body. */
export interface AnswerTools {
  setCookie(name: string, value: string, options: CookieSerializeOptions): void;
  clearCookie(name: string, options: CookieSerializeOptions): void;
  setHeader(name: string, value: string): void;
}

/** A file as an answer. */
export interface FileAnswer {
  /** 200 unless it is a part of the file, or the asker has it. */
  status?: number;
  content: Buffer | Readable;
  headers?: Record<string, string>;
}

type CallerOf<Spec> = Spec extends { access: infer Rule extends Access }
  ? Rule['kind'] extends 'anonymous' | 'signature'
    ? null
    : Caller
  : never;

export interface Context<Spec> {
  params: Received<Spec, 'params'>;
  query: Received<Spec, 'query'>;
  body: Received<Spec, 'body'>;
  files: Partial<Record<Spec extends { files: infer Files } ? keyof Files : never, ReceivedFile>>;
  /** Opens the file that the endpoint `streams`, which may have so many bytes. */
  upload: Spec extends { streams: string } ? (maxBytes: number) => Promise<Upload> : undefined;
  caller: CallerOf<Spec>;
  /** What the ids of the call turned out to be, by the endpoint's `owner`. */
  owned: Owned<Spec>;
  request: RequestFacts;
  answer: AnswerTools;
}

type AnswerOf<Spec> = Spec extends { response: { file: string } } ? FileAnswer : Answered<Spec>;

/** An endpoint with its handler, as the registry keeps it. */
export interface Route {
  spec: EndpointSpec;
  run(context: Context<EndpointSpec>): Promise<unknown>;
}

/** Binds a handler to an endpoint; its arguments and its result are typed by the endpoint. */
export function handle<const Spec extends EndpointSpec>(
  spec: Spec,
  run: (context: Context<Spec>) => Promise<AnswerOf<Spec>>,
): Route {
  const erased: unknown = run;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the registry reads every part by `spec` before it calls
  return { spec, run: erased as Route['run'] };
}
