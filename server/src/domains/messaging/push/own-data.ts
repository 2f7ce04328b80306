import { column, ownTable, type OwnData } from '../../../platform/own-data.ts';
import type { Context } from '../../../platform/context.ts';
import { selectDevices, type DeviceRow } from './repository.ts';

const { text, moment } = column;

type NamedDevice = DeviceRow & { name: string };

/** The devices of a contractor's people with push notifications. */
export const pushData = ({ db, accounts }: Pick<Context, 'db' | 'accounts'>): OwnData => ({
  tables: [
    ownTable<NamedDevice>({
      name: 'notification-devices',
      about: 'Devices that get notifications about applications.',
      columns: [
        text('Person', ({ name }) => name),
        text('Device', ({ userAgent }) => accounts.deviceWords(userAgent)),
        text('Notified about', ({ kinds }) => kinds.join(', ')),
        moment('Turned on', ({ addedAt }) => addedAt),
        moment('Last notification', ({ lastSentAt }) => lastSentAt),
      ],
      read: async (contractorId) => {
        const devices = await selectDevices(db, contractorId);
        const names = await accounts.namesOf(
          db,
          devices.map(({ userId }) => userId),
        );
        return devices.map((device) => ({ ...device, name: names.get(device.userId) ?? '' }));
      },
    }),
  ],
});
