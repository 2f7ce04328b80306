import { describe, expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  listNotificationOptions,
  readNotification,
  saveNotification,
} from '@lintel/contract/emails/notifications';
import { notificationOptions, type NotificationKey } from '@lintel/contract/emails/constants';
import { press, recordCalls } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { at, answer, refusal } from '../../../test/server.ts';
import { owner } from '../../../test/sessions.ts';

const open = async (chosen: NotificationKey = 'notify_every_step') => {
  const view = await openPortal('/refer', owner());
  answer(listNotificationOptions, { data: notificationOptions.toReversed() });
  answer(at(readNotification, { id: 11 }), { option: { key: chosen } });
  await view.router.navigate({ href: '/personal-info' });
  await screen.findByRole('group', { name: 'Email Notifications' });
  return view;
};
const card = () => within(screen.getByRole('group', { name: 'Email Notifications' }));

describe('the Email Notifications card', () => {
  it('shows the selected option by its title [ACC-158] [ACC-415]', async () => {
    await open('notify_receive_offers');
    expect(card().getByText('E-mail me when a homeowner receives offers')).toBeTruthy();
    expect(card().queryByText('Do not e-mail me about applications')).toBeNull();
  });

  it("lists the server's options in the display order of their keys [ACC-158] [ACC-159] [ACC-417]", async () => {
    await open('do_not_notify');
    await press('Edit Email Notifications');
    const options = card().getAllByRole<HTMLInputElement>('radio');
    expect(options.map(({ value }) => value)).toEqual([
      'notify_every_step',
      'notify_receive_offers',
      'notify_receive_funding',
      'do_not_notify',
    ]);
    expect(options.map(({ checked }) => checked)).toEqual([false, false, false, true]);
    expect(card().getByRole('radio', { name: 'E-mail me when a homeowner receives funding' })).toBe(
      options[2],
    );
  });

  it('selects "notify_every_step" by default [ACC-160]', async () => {
    await openPortal('/personal-info', owner());
    await screen.findByRole('group', { name: 'Email Notifications' });
    await press('Edit Email Notifications');
    expect(card().getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe(
      'notify_every_step',
    );
  });

  it('sends the choice and shows it [ACC-416] [ACC-488]', async () => {
    await open();
    await press('Edit Email Notifications');
    const calls = recordCalls(saveNotification);
    await userEvent.click(
      card().getByRole('radio', { name: 'Do not e-mail me about applications' }),
    );
    await press('Save');
    expect(await screen.findByText('Update successful!')).toBeTruthy();
    expect(calls).toEqual([
      {
        path: '/user/11/email-notification',
        encoding: 'form',
        body: { id: '11', optionKey: 'do_not_notify' },
      },
    ]);
    expect(card().getByText('Do not e-mail me about applications')).toBeTruthy();
  });

  it('fails on its own, with a retry', async () => {
    const { router } = await openPortal('/refer', owner());
    answer(at(readNotification, { id: 11 }), () => refusal('not_found'));
    await router.navigate({ href: '/personal-info' });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(card().getByText('This does not exist or is not yours.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeTruthy();
    answer(at(readNotification, { id: 11 }), () => ({ option: { key: 'do_not_notify' } }));
    await userEvent.click(retry);
    expect(await card().findByText('Do not e-mail me about applications')).toBeTruthy();
  });
});
