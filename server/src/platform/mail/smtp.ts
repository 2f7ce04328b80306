import { createTransport } from 'nodemailer';
import { isLoopbackName } from '../http/caller-address.ts';
import { MailRefused, type MailTransport, type OutgoingMail } from './transport.ts';

/** Commands whose refusal is about the message, not about the connection or the login. */
const aboutTheMessage = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
  code?: string;
}

/**
 * Hands messages to the server at `url`: `smtps://` is TLS from the start, `smtp://` begins with STARTTLS; user and password stand in the
 * address. A server that offers no TLS is sent nothing, because whoever sits between could read links that open accounts, unless
 * `tls` is `optional` or the server is this machine. At most four connections, kept open.
 */
export function smtpTransport(url: string, tls?: 'required' | 'optional'): MailTransport {
  const isHere = isLoopbackName(new URL(url.replace(/^smtp/, 'http')).hostname);
  const transport = createTransport(
    {
      url,
      requireTLS: (tls ?? (isHere ? 'optional' : 'required')) === 'required',
      pool: true,
      maxConnections: 4,
      maxMessages: 100,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    keepsMessages: false,
    send: async (mail) => {
      try {
        await transport.sendMail(toNodemailer(mail));
      } catch (error) {
        throw decided(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

const toNodemailer = ({ unsubscribeUrl, to, bcc, replyTo, automatic, ...mail }: OutgoingMail) => ({
  ...mail,
  to: [...to],
  bcc: [...bcc],
  ...(replyTo !== null && { replyTo }),
  headers: {
    ...(automatic && { 'Auto-Submitted': 'auto-generated' }),
    ...(unsubscribeUrl !== null && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
});

/** A refusal for good is an answer 5xx to the message itself, or a message that was not even offered to the server. */
function decided(error: SmtpError): Error {
  const { responseCode = 0, command = '', response = error.message, code } = error;
  // 530 asks for a login, which is a wrong setting and no fault of the message.
  const refused = responseCode >= 500 && responseCode !== 530 && aboutTheMessage.has(command);
  const notOffered = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode === 0;
  return refused || notOffered ? new MailRefused(response) : error;
}
