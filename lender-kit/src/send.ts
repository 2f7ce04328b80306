import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  exchangeLimits,
  signatureOfProbe,
  type Probe,
  type ProbeAnswer,
  type Send,
} from '@lintel/contract/lenders/conformance/check';

export interface Target {
  url: string;
  secret: string;
  /** How long an answer may take. */
  seconds: number;
  /** PEM texts, for an address that requires a client certificate or has its own authority. */
  tls?: { cert?: string; key?: string; ca?: string };
}

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Sends probes to an address. Redirects aren't followed. */
export const sendTo =
  (target: Target): Send =>
  async (probe) => {
    const started = performance.now();
    const milliseconds = (): number => Math.round(performance.now() - started);
    try {
      const { status, body } = await post(target, probe);
      return { status, milliseconds: milliseconds(), problem: '', body };
    } catch (error) {
      return { status: null, milliseconds: milliseconds(), problem: problemOf(error), body: '' };
    }
  };

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

async function post(
  { url, secret, seconds, tls = {} }: Target,
  probe: Probe,
): Promise<Pick<ProbeAnswer, 'body'> & { status: number }> {
  const address = new URL(`${url.replace(/\/+$/, '')}${probe.path}`);
  const signature = signatureOfProbe(probe, secret, new Date(), sign);
  const body = Buffer.from(probe.body);
  const headers = {
    ...probe.headers,
    'content-length': body.length,
    ...(signature !== undefined && { 'lintel-signature': signature }),
  };
  const options = { method: 'POST', headers, agent: false, ...tls };
  return new Promise((resolve, reject) => {
    const request =
      address.protocol === 'https:'
        ? requestHttps(address, options)
        : requestHttp(address, { method: 'POST', headers, agent: false });
    const timer = setTimeout(
      () => request.destroy(new Error(`No answer within ${seconds} seconds`)),
      seconds * 1000,
    );
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        if (text.length < exchangeLimits.answered) text += part;
      });
      response.on('error', reject);
      response.on('close', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, body: text.slice(0, exchangeLimits.answered) });
      });
    });
    request.end(body);
  });
}
