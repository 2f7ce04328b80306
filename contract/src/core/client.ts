import type { Answer, EndpointSpec, RequestInput } from './endpoint.ts';

type PartInput<Spec, Key extends 'params' | 'query' | 'body'> =
  RequestInput<Spec, Key> extends undefined
    ? { [K in Key]?: never }
    : Record<never, never> extends RequestInput<Spec, Key>
      ? { [K in Key]?: RequestInput<Spec, Key> }
      : { [K in Key]: RequestInput<Spec, Key> };
type FilesInput<Spec> = Spec extends { streams: infer Name extends string }
  ? { files: { [Part in Name]: Blob } }
  : Spec extends { files: infer Rules }
    ? { files?: { [Name in keyof Rules]?: Blob | null } }
    : { files?: never };

/** A call's input: the parts its endpoint declares. */
export type Input<Spec> = PartInput<Spec, 'params'> &
  PartInput<Spec, 'query'> &
  PartInput<Spec, 'body'> &
  FilesInput<Spec>;

type EncodingInput<Spec> = Spec extends { encoding: infer Encoding }
  ? { encoding: Encoding }
  : { encoding?: never };

/**
 * An endpoint's method, path, and encoding. Their types come from the contract, so a wrong one
 * doesn't compile.
 */
type Address<Spec extends EndpointSpec> = {
  method: Spec['method'];
  path: Spec['path'];
} & EncodingInput<Spec>;

type Arguments<Spec, Options> =
  Record<never, never> extends Input<Spec>
    ? [input?: Input<Spec>, options?: Options]
    : [input: Input<Spec>, options?: Options];

/** A request before it is sent. */
export interface Request {
  method: string;
  path: string;
  encoding?: EndpointSpec['encoding'];
  params?: object;
  query?: object;
  body?: object;
  files?: Record<string, Blob | null | undefined>;
}

/**
 * Typed calls over `carry`, which sends a request and returns its response: `const readPlan =
 * call<typeof readContractorPlan>({ method: 'GET', path: '/contractor/{id}/plan' })`. Only the
 * endpoint's type is imported, so no schema is bundled with the call.
 */
export const createClient =
  <Options extends object>(carry: (request: Request, options: Partial<Options>) => unknown) =>
  <Spec extends EndpointSpec>(address: Address<Spec>, defaults: Partial<Options> = {}) =>
  async (...[input, options]: Arguments<Spec, Options>): Promise<Answer<Spec>> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input's parts are objects
    const request = { ...address, ...input } as Request;
    const answer = await carry(request, { ...defaults, ...options });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server validates its responses against the contract
    return answer as Answer<Spec>;
  };

/** A path with its parameters filled in. */
export function buildPath(path: string, params: object = {}): string {
  const values: Record<string, unknown> = { ...params };
  return path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(values[name])),
  );
}
