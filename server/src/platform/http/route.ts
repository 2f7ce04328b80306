import type { Readable } from 'node:stream';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Access } from '@lintel/contract/core/access';
import type { ResponseBody, EndpointSpec, RequestPart } from '@lintel/contract/core/endpoint';
import type { Caller } from './caller.ts';
import type { Owned } from './ownership.ts';
import type { ReceivedFile, Upload } from './multipart.ts';

/** Request data available to a handler besides its validated parts. */
export interface RequestFacts {
  address: string;
  userAgent: string;
  cookies: Record<string, string | undefined>;
  headers: Record<string, string | string[] | undefined>;
  /** The body's original bytes, for signatures; only where access is by signature. */
  rawBody: string;
  /**
   * The same for a call and its repetitions, to derive keys for external calls; random when the
   * caller sent none.
   */
  idempotencyKey: string;
}

/** A handler's access to the response besides its body. */
export interface AnswerTools {
  setCookie(name: string, value: string, options: CookieSerializeOptions): void;
  clearCookie(name: string, options: CookieSerializeOptions): void;
  setHeader(name: string, value: string): void;
}

/** A file response. */
export interface FileAnswer {
  /** 200 unless it is a partial file, or the client's copy is current. */
  status?: number;
  content: Buffer | Readable;
  headers?: Record<string, string>;
}

type RouteCaller<Spec> = Spec extends { access: infer Rule extends Access }
  ? Rule['kind'] extends 'anonymous' | 'signature'
    ? null
    : Caller
  : never;

export interface RequestContext<Spec> {
  params: RequestPart<Spec, 'params'>;
  query: RequestPart<Spec, 'query'>;
  body: RequestPart<Spec, 'body'>;
  files: Partial<Record<Spec extends { files: infer Files } ? keyof Files : never, ReceivedFile>>;
  /** Opens the file that the endpoint `streams`, up to `maxBytes`. */
  upload: Spec extends { streams: string } ? (maxBytes: number) => Promise<Upload> : undefined;
  caller: RouteCaller<Spec>;
  /** The objects that the call's ids refer to, by the endpoint's `owner`. */
  owned: Owned<Spec>;
  request: RequestFacts;
  answer: AnswerTools;
}

type RouteAnswer<Spec> = Spec extends { response: { file: string } }
  ? FileAnswer
  : ResponseBody<Spec>;

/** An endpoint with its handler in the registry. */
export interface Route {
  spec: EndpointSpec;
  run(context: RequestContext<EndpointSpec>): Promise<unknown>;
}

/** Binds a handler to an endpoint, which determines the types of its arguments and result. */
export function handle<const Spec extends EndpointSpec>(
  spec: Spec,
  run: (context: RequestContext<Spec>) => Promise<RouteAnswer<Spec>>,
): Route {
  const erased: unknown = run;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the registry reads every part by `spec` before it calls
  return { spec, run: erased as Route['run'] };
}
