import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { carryPush, type PushCarrier } from '../src/domains/messaging/index.ts';

/** A browser, from the view of push services and senders: its own keys, and an address. */
export class PushBrowser {
  readonly #pair: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly path = `/fcm/send/${randomBytes(12).toString('base64url')}`;
  readonly #publicKey = this.#pair.generateKeys();

  get subscription() {
    return {
      endpoint: `https://fcm.googleapis.com${this.path}`,
      p256dh: this.#publicKey.toString('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  /** A message's content for this browser (RFC 8291); throws for another browser's message. */
  read(body: Buffer): unknown {
    const [salt, senderLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + senderLength);
    const sealed = body.subarray(21 + senderLength);
    const derive = (key: Uint8Array, from: Uint8Array, info: Uint8Array, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', key, from, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#publicKey, sender]);
    const secret = derive(this.#pair.computeSecret(sender), this.#auth, info, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(sealed.subarray(sealed.length - 16));
    const padded = Buffer.concat([
      cipher.update(sealed.subarray(0, sealed.length - 16)),
      cipher.final(),
    ]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A real HTTP server in place of the browsers' push services. */
export async function startPushService() {
  const received: Received[] = [];
  const troubles: { status: number; retryAfter?: string }[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const trouble = troubles.shift();
      if (trouble !== undefined) {
        const { status, retryAfter } = trouble;
        response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
        return response.end();
      }
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(201);
      return response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const carry: PushCarrier = (request) => {
    const { pathname } = new URL(request.endpoint);
    return carryPush({ ...request, endpoint: `http://127.0.0.1:${port}${pathname}` });
  };
  return {
    carry,
    received,
    /** The next calls get these responses instead. */
    trouble: (...next: typeof troubles) => void troubles.push(...next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
