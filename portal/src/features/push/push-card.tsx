import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Switch } from '@mantine/core';
import * as m from '#messages';
import { pushKinds, type PushKind } from '@lintel/contract/push/constants';
import type {
  PushDevice,
  readPush,
  removePushDevice,
  savePushDevice,
  testPushDevice,
} from '@lintel/contract/push/devices';
import { call } from '../../lib/api/call.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { pushAbility, isSubscribed, subscribe, unsubscribe } from './this-device.ts';
import classes from './push-card.module.css';

const getPush = call<typeof readPush>({ method: 'GET', path: '/user/{id}/push' });
const saveDevice = call<typeof savePushDevice>({ method: 'POST', path: '/user/{id}/push/devices' });
const removeDevice = call<typeof removePushDevice>({
  method: 'POST',
  path: '/user/{id}/push/devices/{deviceId}/remove',
});
const testDevice = call<typeof testPushDevice>({
  method: 'POST',
  path: '/user/{id}/push/devices/{deviceId}/test',
});

const queryKey = (userId: number) => ['push', userId] as const;
const pushQuery = (userId: number) =>
  queryOptions({
    queryKey: queryKey(userId),
    queryFn: async ({ signal }) => {
      const [answer, subscribed] = await Promise.all([
        getPush({ params: { id: userId } }, { signal }),
        isSubscribed(),
      ]);
      return { ...answer, subscribed };
    },
  });

const labels: Record<PushKind, string> = {
  application: m.push_event_applications(),
  offers: m.push_event_offers(),
  funding: m.push_event_funding(),
};

/** Push notifications about applications, for this device and the user's other ones. */
export function PushCard({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(pushQuery(userId));
  return (
    <Card title={m.push_title()} text={m.push_purpose()}>
      {data !== undefined ? (
        <>
          <ThisDevice userId={userId} publicKey={data.publicKey} device={thisOne(data)} />
          <Others userId={userId} devices={data.devices.filter(({ isThis }) => !isThis)} />
        </>
      ) : error === null ? (
        <SkeletonRows columns={1} rows={3} />
      ) : (
        <ErrorState text={m.push_loadFailed()} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}

/** This device, if its browser still has a subscription. */
const thisOne = ({
  devices,
  subscribed,
}: {
  devices: readonly PushDevice[];
  subscribed: boolean;
}): PushDevice | null => (subscribed && devices.find(({ isThis }) => isThis)) || null;

interface Props {
  userId: number;
  publicKey: string;
  device: PushDevice | null;
}

function ThisDevice(props: Props) {
  const ability = pushAbility();
  if (ability === 'install') return <Hint text={m.push_installFirst()} />;
  if (ability === 'unsupported') return <Hint text={m.push_unsupported()} />;
  if (ability === 'blocked') return <Hint text={m.push_blocked()} />;
  return props.device === null ? (
    <TurnOn {...props} />
  ) : (
    <Chosen {...props} device={props.device} />
  );
}

const Hint = ({ text }: { text: string }) => (
  <p className={classes.hint} role="status">
    {text}
  </p>
);

function TurnOn({ userId, publicKey }: Props) {
  const turnOn = useAction({
    call: async () => {
      const subscription = await subscribe(userId, publicKey);
      if (subscription === null) return null;
      return saveDevice({
        params: { id: userId },
        body: { ...subscription, kinds: [...pushKinds] },
      });
    },
    successToast: (answer) =>
      answer === null ? [m.push_notAllowed(), 'warning', 5000] : m.push_turnedOn(),
    refresh: [queryKey(userId)],
    refreshAlways: true,
  });
  return (
    <div className={classes.row}>
      <span>{m.push_offHere()}</span>
      <Button size="sm" loading={turnOn.busy} onClick={() => void turnOn.run()}>
        {m.push_turnOn()}
      </Button>
    </div>
  );
}

function Chosen({ userId, publicKey, device }: Props & { device: PushDevice }) {
  const { id, kinds } = device;
  const turnOff = useTurnOff(userId, id, true);
  const choose = useAction({
    call: async (nextKinds: PushKind[]) => {
      const subscription = await subscribe(userId, publicKey);
      if (subscription === null) return null;
      return saveDevice({ params: { id: userId }, body: { ...subscription, kinds: nextKinds } });
    },
    successToast: (answer) =>
      answer === null ? [m.push_notAllowed(), 'warning', 5000] : m.push_saved(),
    refresh: [queryKey(userId)],
    refreshAlways: true,
  });
  const test = useAction({
    call: () => testDevice({ params: { id: userId, deviceId: id } }),
    successToast: () => m.push_testSent(),
  });
  const toggle = (kind: PushKind): void => {
    const nextKinds = pushKinds.filter((one) => kinds.includes(one) !== (one === kind));
    void (nextKinds.length === 0 ? turnOff.run() : choose.run(nextKinds));
  };
  const busy = turnOff.busy || choose.busy;
  return (
    <>
      <fieldset className={classes.kinds}>
        <legend>{m.push_onHere()}</legend>
        {pushKinds.map((kind) => (
          <Switch
            key={kind}
            label={labels[kind]}
            checked={kinds.includes(kind)}
            disabled={busy}
            onChange={() => toggle(kind)}
          />
        ))}
      </fieldset>
      <div className={classes.buttons}>
        <Button variant="default" size="sm" loading={test.busy} onClick={() => void test.run()}>
          {m.push_sendTest()}
        </Button>
        <Button
          variant="subtle"
          size="sm"
          loading={turnOff.busy}
          onClick={() => void turnOff.run()}
        >
          {m.push_turnOff()}
        </Button>
      </div>
    </>
  );
}

/** Removes a device. For this device it also unsubscribes the browser. */
const useTurnOff = (userId: number, deviceId: number, isThis: boolean) =>
  useAction({
    call: async () => {
      const answer = await removeDevice({ params: { id: userId, deviceId } });
      if (isThis) await unsubscribe();
      return answer;
    },
    successToast: () => m.push_turnedOff(),
    refresh: [queryKey(userId)],
    refreshAlways: true,
  });

function Others({ userId, devices }: { userId: number; devices: readonly PushDevice[] }) {
  if (devices.length === 0) return null;
  return (
    <ul className={classes.others} aria-label={m.push_otherDevices()}>
      {devices.map((device) => (
        <Other key={device.id} userId={userId} device={device} />
      ))}
    </ul>
  );
}

function Other({
  userId,
  device: { id, device, kinds, addedAt },
}: {
  userId: number;
  device: PushDevice;
}) {
  const turnOff = useTurnOff(userId, id, false);
  return (
    <li>
      <span className={classes.device}>
        <strong>{device}</strong>
        <StatusBadge status={m.common_on()} tone="green" />
        <span className={classes.quiet}>{kinds.map((kind) => labels[kind]).join(', ')}</span>
        <span className={classes.quiet}>{m.push_since({ since: formatDateTime(addedAt) })}</span>
      </span>
      <Button
        variant="light"
        size="compact-sm"
        loading={turnOff.busy}
        aria-label={m.push_removeDevice({ device })}
        onClick={() => void turnOff.run()}
      >
        {m.common_remove()}
      </Button>
    </li>
  );
}
