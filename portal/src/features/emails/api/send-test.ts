import type { sendTest as endpoint } from '@lintel/contract/emails-queue';
import { call } from '../../../lib/api/call.ts';
import { draftBody, type Draft } from './preview-template.ts';

const send = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/templates/test', encoding: 'form' },
  { handles: [500] },
);

/** Sends a draft with sample data to the own address. */
export const sendTest = (draft: Draft) => send({ body: draftBody(draft) });
