import type { Answer, EndpointSpec, Sent } from './endpoint.ts';

type PartOf<Spec, Key extends 'params' | 'query' | 'body'> =
  Sent<Spec, Key> extends undefined
    ? { [K in Key]?: never }
    : Record<never, never> extends Sent<Spec, Key>
      ? { [K in Key]?: Sent<Spec, Key> }
      : { [K in Key]: Sent<Spec, Key> };
type FilesOf<Spec> = Spec extends { streams: infer Name extends string }
  ? { files: { [Part in Name]: Blob } }
  : Spec extends { files: infer Rules }
    ? { files?: { [Name in keyof Rules]?: Blob | null } }
    : { files?: never };

/** A call's input: the parts its endpoint declares. */
export type Input<Spec> = PartOf<Spec, 'params'> &
  PartOf<Spec, 'query'> &
  PartOf<Spec, 'body'> &
  FilesOf<Spec>;

type EncodingOf<Spec> = Spec extends { encoding: infer Encoding }
  ? { encoding: Encoding }
  : { encoding?: never };

/**
 * An endpoint's method, path, and encoding. Their types come from the contract, so a wrong one
 * doesn't compile.
 */
type Address<Spec extends EndpointSpec> = {
  method: Spec['method'];
  path: Spec['path'];
} & EncodingOf<Spec>;

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
export const clientOf =
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
export function pathOf(path: string, params: object = {}): string {
  const values: Record<string, unknown> = { ...params };
  return path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(values[name])),
  );
}
