import type { Answer, EndpointSpec, Sent } from '@lintel/contract/core/endpoint';
import { addressOf, bodyOf } from './encode.ts';
import { send, type SendOptions } from './send.ts';

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

/** What a call is given: the parts that its endpoint declares. */
export type Input<Spec> = PartOf<Spec, 'params'> &
  PartOf<Spec, 'query'> &
  PartOf<Spec, 'body'> &
  FilesOf<Spec>;

type EncodingOf<Spec> = Spec extends { encoding: infer Encoding }
  ? { encoding: Encoding }
  : { encoding?: never };

/**
 * The address of an endpoint. Its types come from the contract, so a wrong method, path or encoding
 * does not compile.
 */
type Address<Spec extends EndpointSpec> = {
  method: Spec['method'];
  path: Spec['path'];
} & EncodingOf<Spec>;

type Arguments<Spec> =
  Record<never, never> extends Input<Spec>
    ? [input?: Input<Spec>, options?: SendOptions]
    : [input: Input<Spec>, options?: SendOptions];

interface Parts {
  params?: object;
  query?: object;
  body?: object;
  files?: Record<string, Blob | null | undefined>;
}

/**
 * A typed call of an endpoint: `const readPlan = call<typeof readContractorPlan>({ method: 'GET',
 * path: '/contractor/{id}/plan' })`. Only the endpoint's type is imported, so no schema travels
 * with the call. Throws `ApiError`.
 */
export const call =
  <Spec extends EndpointSpec>(address: Address<Spec>, defaults: SendOptions = {}) =>
  async (...[input, options]: Arguments<Spec>): Promise<Answer<Spec>> => {
    const { params, query, body, files } = (input ?? {}) as Parts;
    const { method, path, encoding } = address as {
      method: string;
      path: string;
      encoding?: EndpointSpec['encoding'];
    };
    const init = { method, ...bodyOf(encoding, body, files) };
    const answer = await send(addressOf(path, params, query), init, { ...defaults, ...options });
    return (await answer.json()) as Answer<Spec>;
  };
