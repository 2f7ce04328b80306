import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signTwilio } from '../src/domains/messaging/text/twilio.ts';

export const twilioSettings = {
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '1'.repeat(32),
  TWILIO_FROM: '+15125550100',
} as const;

/** The outcome of the next call; `lost`: processed, but the response never arrives. */
export type Trouble =
  | { status: number; code?: number; message?: string; retryAfter?: string }
  | 'lost'
  | 'never arrives';

export interface TwilioMessage {
  sid: string;
  to: string;
  body: string;
  form: Record<string, string>;
}

/** A real HTTP server with the part of Twilio's API for texts. */
export async function startTwilio(now: () => Date) {
  const messages: (TwilioMessage & { created: Date })[] = [];
  const calls: string[] = [];
  const troubles: Trouble[] = [];
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://twilio');
      calls.push(`${request.method ?? ''} ${pathname}`);
      const answer = (status: number, body: object, headers: Record<string, string> = {}): void => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(body));
      };
      const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = twilioSettings;
      const basic = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
      if (request.headers.authorization !== basic)
        return answer(401, { code: 20003, message: 'Authenticate' });
      if (pathname !== `/2010-04-01/Accounts/${sid}/Messages.json`) return answer(404, {});
      if (request.method === 'GET') {
        const found = messages.filter(({ to }) => to === searchParams.get('To'));
        return answer(200, { messages: found.toReversed().map(shown) });
      }
      const trouble = troubles.shift();
      if (trouble === 'never arrives') return void request.socket.destroy();
      if (trouble !== undefined && trouble !== 'lost') {
        const { status, retryAfter, ...told } = trouble;
        return answer(status, told, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      }
      const form = Object.fromEntries(new URLSearchParams(text));
      const message = {
        sid: `SM${String(messages.length + 1).padStart(32, '0')}`,
        to: form['To'] ?? '',
        body: form['Body'] ?? '',
        form,
        created: now(),
      };
      messages.push(message);
      if (trouble === 'lost') return void request.socket.destroy();
      answer(201, shown(message));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: { ...twilioSettings, TWILIO_API_URL: `http://127.0.0.1:${port}` },
    messages,
    calls,
    /** The next calls that send something get these outcomes instead. */
    trouble: (...next: Trouble[]) => void troubles.push(...next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type Twilio = Awaited<ReturnType<typeof startTwilio>>;

const shown = ({ sid, to, body, created }: TwilioMessage & { created: Date }) => ({
  sid,
  to,
  body,
  status: 'queued',
  direction: 'outbound-api',
  date_created: created.toUTCString(),
});

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** A request from Twilio to our address, with Twilio's signature. */
export function signedCall(url: string, form: Record<string, string>) {
  return {
    payload: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilio(twilioSettings.TWILIO_AUTH_TOKEN, url, form),
    },
  };
}
