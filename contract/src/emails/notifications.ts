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
  summary: "A user's options for application notifications, in display order",
  access: accessTo('personal-info'),
  response: z.object({ data: z.array(z.object({ key: notificationKey, title: z.string() })) }),
});

export const readNotification = endpoint({
  name: 'emails.read-notification',
  method: 'GET',
  path: '/user/{id}/email-notification',
  summary: "The current account's choice of application notifications",
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
  summary: "Choose the account's application notifications",
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
