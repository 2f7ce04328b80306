import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** The envelope's recipients, including BCC. */
  recipients: string[];
  raw: string;
}

export interface TestSmtp {
  url: string;
  received: ReceivedMail[];
  /** The server's answer to a recipient: a code and text, or null to accept it. */
  answer(recipient: string): { code: number; text: string } | null;
  /** The server's answer to a message; null to accept it. */
  refusal: { code: number; text: string } | null;
  /** The time to accept a message, in milliseconds. */
  delay: number;
  close(): Promise<void>;
}

/** A real SMTP server on its own port that keeps accepted messages. */
export async function startSmtp(port = 0): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = smtp.answer(address);
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        setTimeout(() => {
          const { refusal } = smtp;
          if (refusal) {
            done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
            return;
          }
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ recipients, raw: Buffer.concat(parts).toString('utf8') });
          done();
        }, smtp.delay);
      });
    },
  });
  // Ignores clients that were killed during a session.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: bound } = server.server.address() as AddressInfo;
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${bound}`,
    received,
    answer: () => null,
    refusal: null,
    delay: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return smtp;
}

/** A server that accepts every connection and never responds. */
export async function startSilent(): Promise<{
  url: string;
  readonly accepted: number;
  close(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket.on('error', () => {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get accepted() {
      return accepted;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

export const parseMail = (mail: ReceivedMail): Promise<Email> => PostalMime.parse(mail.raw);
export const headerOf = (mail: Email, name: string): string | undefined =>
  mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
