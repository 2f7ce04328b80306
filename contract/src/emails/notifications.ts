import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, outcome } from '../core/fields.ts';
import { accountAt } from '../core/owner.ts';
import { notificationOptions } from './constants.ts';

const byId = z.object({ id: id() });
const notificationKey = z.enum(notificationOptions.map(({ key }) => key));

export const listNotificationOptions = endpoint({
  name: 'emails.notification-options',
  method: 'GET',
  path: '/notification/email',
  summary: 'What a user can be told of applications, in display order',
  access: accessTo('personal-info'),
  response: z.object({ data: z.array(z.object({ key: notificationKey, title: z.string() })) }),
});

export const readNotification = endpoint({
  name: 'emails.read-notification',
  method: 'GET',
  path: '/user/{id}/email-notification',
  summary: 'What the own account, or the one that is switched into, is told of applications',
  access: accessTo('personal-info'),
  owner: accountAt('id'),
  params: byId,
  response: z.object({ option: z.object({ key: notificationKey }) }),
  errors: ['not_found'],
});

export const saveNotification = endpoint({
  name: 'emails.save-notification',
  method: 'POST',
  path: '/user/{id}/email-notification',
  summary: 'Choose what the account is told of applications',
  access: accessTo('personal-info'),
  owner: accountAt('id'),
  params: byId,
  encoding: 'form',
  body: z.object({ id: id().optional(), optionKey: notificationKey }),
  response: outcome,
  errors: ['not_found'],
  limit: { max: 120, seconds: 3600, by: 'account' },
  noStepUp: without.ownView,
});
