import { request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent, request as requestHttps, type RequestOptions } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toError } from '../../../platform/errors.ts';
import {
  PrivateAddress,
  publicLookup,
  requirePublicHost,
} from '../../../platform/http/private-address.ts';
import { calling } from '../../../platform/observe/tracing.ts';

/** A lender's address, and the TLS settings of calls to it. */
export interface Destination {
  url: string;
  /** Whether it may be inside our network; staff who enter an address can't reach that. */
  mayBePrivate: boolean;
  /** PEM texts: our client certificate with its key, and the lender's own authorities. */
  tls: { cert?: string; key?: string; ca?: string };
}

export interface Post {
  /** Added to the lender's address. */
  path: string;
  headers: Record<string, string>;
  body: string | AsyncIterable<Buffer>;
  seconds: number;
}

/** What a lender answered. */
export interface PostAnswer {
  /** The HTTP status; null without an answer. */
  status: number | null;
  milliseconds: number;
  /** Why there is no answer, or empty. */
  problem: string;
  /** The first `answerCharacters` of the body. */
  body: string;
}

export const answerCharacters = 500;

/**
 * Posts to a lender and never throws because of it. Redirects aren't followed, since they could
 * lead to another host, and only the start of an answer is read.
 */
export async function postTo(destination: Destination, post: Post): Promise<PostAnswer> {
  const started = performance.now();
  const after = (): number => Math.round(performance.now() - started);
  const { hostname } = new URL(destination.url);
  try {
    const answer = await calling('lenders', 'POST lenders', () => exchange(destination, post), {
      'http.request.method': 'POST',
      'server.address': hostname,
    });
    return { ...answer, milliseconds: after(), problem: '' };
  } catch (error) {
    const problem = networkProblem(error, post.seconds);
    return { status: null, milliseconds: after(), problem, body: '' };
  }
}

async function exchange(
  { url, mayBePrivate, tls }: Destination,
  { path, headers, body, seconds }: Post,
): Promise<Pick<PostAnswer, 'status' | 'body'>> {
  const address = new URL(`${url.replace(/\/+$/, '')}${path}`);
  if (!mayBePrivate) requirePublicHost(address);
  const signal = AbortSignal.timeout(seconds * 1000);
  const options: RequestOptions = {
    method: 'POST',
    headers,
    signal,
    ...(!mayBePrivate && { lookup: publicLookup }),
  };
  // A connection with a client certificate isn't shared with other lenders.
  const agent = Object.keys(tls).length > 0 ? new Agent({ ...tls, keepAlive: false }) : undefined;
  const request =
    address.protocol === 'https:'
      ? requestHttps(address, { ...options, ...(agent && { agent }) })
      : requestHttp(address, options);
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
  });
  if (typeof body === 'string') request.end(body);
  else
    pipeline(Readable.from(body), request).catch((error: unknown) =>
      request.destroy(toError(error)),
    );
  try {
    const response = await answered;
    return { status: response.statusCode ?? null, body: await startOf(response) };
  } catch (error) {
    throw signal.aborted ? new TimedOut() : error;
  }
}

class TimedOut extends Error {}

/** The start of a body. A longer one is dropped with its connection. */
async function startOf(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) {
    text += String(part);
    if (text.length >= answerCharacters) break;
  }
  return text.slice(0, answerCharacters);
}

function networkProblem(error: unknown, seconds: number): string {
  if (error instanceof PrivateAddress) return 'The address is inside this network.';
  if (error instanceof TimedOut) return `No answer within ${seconds} seconds.`;
  const { code, message } = toError(error);
  if (code === 'ENOTFOUND') return 'The host name doesn’t exist.';
  if (code === 'ECONNREFUSED') return 'The host refuses connections.';
  // The lender ends the TLS handshake, or the connection right after it.
  if (code?.startsWith('ERR_SSL') || code === 'EPROTO')
    return `The TLS connection failed: ${tlsProblem(code)}. If the lender requires a client certificate, check it.`;
  if (code?.startsWith('UNABLE_TO_') || code?.includes('CERT'))
    return `The lender’s certificate isn’t valid: ${message}`;
  return `The call failed: ${message}`;
}

/** Such as `tlsv13 alert certificate required`; OpenSSL's own message has addresses and files. */
const tlsProblem = (code: string): string =>
  code.replace('ERR_SSL_', '').replaceAll('_', ' ').toLowerCase();
