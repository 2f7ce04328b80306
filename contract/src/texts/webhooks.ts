import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { id } from '../core/fields.ts';
import { unowned } from '../core/owner.ts';

/** The form's fields as the provider signed them; the provider's adapter reads them. */
const signedForm = z.record(z.string().max(100), z.string().max(10_000));
const decidedBySignature = unowned('The signature of the provider of text messages decides.');

export const receiveTextStatus = endpoint({
  name: 'texts.status',
  method: 'POST',
  path: '/integrations/texts/{contractor}/{message}/status',
  summary:
    "A text message's delivery status from the provider. Header `X-Twilio-Signature`, over the address and the form",
  access: { kind: 'signature', by: 'texts' },
  owner: decidedBySignature,
  params: z.object({ contractor: id(), message: id() }),
  encoding: 'form',
  body: signedForm,
  response: { file: 'text/xml' },
  errors: ['unauthorized'],
});

export const receiveTextReply = endpoint({
  name: 'texts.reply',
  method: 'POST',
  path: '/integrations/texts/replies',
  summary:
    'An incoming text message, such as STOP. Header `X-Twilio-Signature`, over the address and the form',
  access: { kind: 'signature', by: 'texts' },
  owner: decidedBySignature,
  encoding: 'form',
  body: signedForm,
  response: { file: 'text/xml' },
  errors: ['unauthorized'],
});
