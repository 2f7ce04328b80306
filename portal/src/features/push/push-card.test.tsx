import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import {
  readPush,
  removePushDevice,
  savePushDevice,
  testPushDevice,
  type PushDevice,
} from '@lintel/contract/push/devices';
import { localStore } from '../../lib/storage.ts';
import { press, recordCalls } from '../../test/forms.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { renderAlone } from '../../test/render-alone.tsx';
import { answer } from '../../test/server.ts';
import { owner, ownerPrivileges, switchedStaff } from '../../test/sessions.ts';
import { PushCard } from './push-card.tsx';
import { unsubscribeOtherOwner } from './this-device.ts';

const publicKey = 'B'.repeat(87);
const device: PushDevice = {
  id: 5,
  device: 'Chrome on Android',
  kinds: ['application', 'offers', 'funding'],
  addedAt: '2026-03-01T15:00:00.000Z',
  lastSentAt: null,
  isThis: true,
};
const laptop: PushDevice = { ...device, id: 6, device: 'Edge on Windows', isThis: false };
const keys = { p256dh: 'C'.repeat(87), auth: 'D'.repeat(22) };
const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';

/** A browser with push support. `says` is the user's answer to the permission prompt. */
function browserThat({ says = 'granted', subscribed = false, permission = 'default' } = {}) {
  const unsubscribe = vi.fn<() => Promise<boolean>>(() => {
    state.subscribed = false;
    return Promise.resolve(true);
  });
  const subscription = {
    unsubscribe,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys }),
  };
  const state = { subscribed };
  const subscribe = vi.fn<(options: object) => Promise<typeof subscription>>(() => {
    state.subscribed = true;
    return Promise.resolve(subscription);
  });
  const registration = {
    pushManager: {
      getSubscription: () => Promise.resolve(state.subscribed ? subscription : null),
      subscribe,
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  });
  vi.stubGlobal('PushManager', vi.fn<() => void>());
  vi.stubGlobal('Notification', { permission, requestPermission: () => Promise.resolve(says) });
  return { subscribe, unsubscribe };
}

beforeEach(() => answer(readPush, { publicKey, devices: [] }));
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
const show = () => renderAlone(<PushCard userId={11} />);

it('explains what to do on an unsupported browser, a blocked one, or an iPhone without the installed app', async () => {
  const { unmount } = show();
  expect(await screen.findByText(/can't show notifications/)).toBeTruthy();
  unmount();
  browserThat({ permission: 'denied' });
  const blocked = show();
  expect(await screen.findByText(/blocks notifications/)).toBeTruthy();
  blocked.unmount();
  vi.unstubAllGlobals();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1)',
  );
  show();
  expect(await screen.findByText(/add the portal to the home screen first/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
});

it('turns on for all kinds after the user grants permission', async () => {
  const { subscribe } = browserThat();
  show();
  expect(await screen.findByText('Off on this device')).toBeTruthy();
  const calls = recordCalls(savePushDevice, () => {
    answer(readPush, { publicKey, devices: [device] });
    return { message: 'On', device };
  });
  await press('Turn on');
  expect(await screen.findByRole('switch', { name: 'Offers received' })).toBeTruthy();
  expect(subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  expect(calls).toMatchObject([
    { body: { endpoint, ...keys, kinds: ['application', 'offers', 'funding'] } },
  ]);
  expect(localStore.get('lintel.push-owner')).toBe('11');
});

it('stays off when the user denies permission, and shows why', async () => {
  const { subscribe } = browserThat({ says: 'denied' });
  show();
  await screen.findByText('Off on this device');
  const calls = recordCalls(savePushDevice, () => ({ message: 'On', device }));
  await press('Turn on');
  await waitFor(() => expect(subscribe).not.toHaveBeenCalled());
  expect(calls).toEqual([]);
});

it('saves the kinds, sends a test, and turns off with the last kind', async () => {
  const { unsubscribe } = browserThat({ subscribed: true });
  answer(readPush, { publicKey, devices: [{ ...device, kinds: ['offers', 'funding'] }] });
  show();
  await screen.findByRole('switch', { name: 'Funding received' });
  const saved = recordCalls(savePushDevice, () => {
    answer(readPush, { publicKey, devices: [{ ...device, kinds: ['offers'] }] });
    return { message: 'On', device };
  });
  screen.getByRole('switch', { name: 'Funding received' }).click();
  await waitFor(() =>
    expect(saved).toMatchObject([{ body: { endpoint, ...keys, kinds: ['offers'] } }]),
  );
  const tests = recordCalls(testPushDevice, () => ({ message: 'On its way' }));
  await press('Send a test');
  await waitFor(() => expect(tests).toHaveLength(1));
  const removed = recordCalls(removePushDevice, () => {
    answer(readPush, { publicKey, devices: [] });
    return { message: 'Off' };
  });
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'Offers received' })).toHaveProperty(
      'disabled',
      false,
    ),
  );
  screen.getByRole('switch', { name: 'Offers received' }).click();
  expect(await screen.findByText('Off on this device')).toBeTruthy();
  expect(removed).toHaveLength(1);
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

it('lists the other devices and removes one', async () => {
  browserThat();
  answer(readPush, { publicKey, devices: [laptop] });
  show();
  const list = await screen.findByRole('list', { name: 'Other devices with notifications' });
  expect(within(list).getByText('Edge on Windows')).toBeTruthy();
  recordCalls(removePushDevice, () => {
    answer(readPush, { publicKey, devices: [] });
    return { message: 'Off' };
  });
  await press('Remove Edge on Windows');
  await waitFor(() => expect(screen.queryByText('Edge on Windows')).toBeNull());
});

it('is available only to users who see applications, on their own account', async () => {
  const title = { name: 'Notifications on Devices' };
  const { unmount } = await openPortal('/personal-info', owner());
  expect(await screen.findByRole('heading', title)).toBeTruthy();
  unmount();
  const others = [
    owner(ownerPrivileges.filter(({ resource }) => resource !== 'reports-applications')),
    switchedStaff(),
  ];
  for (const session of others) {
    const view = await openPortal('/personal-info', session);
    await vi.dynamicImportSettled();
    expect(screen.queryByRole('heading', title)).toBeNull();
    view.unmount();
  }
});

it('unsubscribes a browser where another user has signed in', async () => {
  const { unsubscribe } = browserThat({ subscribed: true });
  localStore.set('lintel.push-owner', '11');
  await unsubscribeOtherOwner(11);
  expect(unsubscribe).not.toHaveBeenCalled();
  await unsubscribeOtherOwner(12);
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(localStore.get('lintel.push-owner')).toBeNull();
});
