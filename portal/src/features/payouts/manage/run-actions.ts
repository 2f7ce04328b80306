import * as m from '#messages';
import type {
  cancelPayoutRun,
  confirmPayoutRun,
  payoutRunFile,
  preparePayoutRun,
  releasePayoutRun,
  PayoutRun,
} from '@lintel/contract/payouts/runs';
import { call } from '../../../lib/api/call.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { managedKey } from './payout-list.tsx';

const handles = { handles: [403, 404, 409, 500] };
const prepare = call<typeof preparePayoutRun>({ method: 'POST', path: '/payout-run' }, handles);
const release = call<typeof releasePayoutRun>(
  { method: 'POST', path: '/payout-run/{id}/release' },
  handles,
);
const cancel = call<typeof cancelPayoutRun>(
  { method: 'POST', path: '/payout-run/{id}/cancel' },
  handles,
);
const confirm = call<typeof confirmPayoutRun>(
  { method: 'POST', path: '/payout-run/{id}/confirm' },
  handles,
);
const filePath: (typeof payoutRunFile)['path'] = '/payout-run/{id}/file';

/** The due payouts as shown: number, total in dollars, and time. */
export interface DuePayouts {
  count: number;
  total: number;
  seenAt: string;
}

/**
 * Prepares a run of the due payouts as shown. If they have changed, the error describes the change.
 */
export const prepareRun = (due: DuePayouts) => prepare({ body: due });

const runFile = async (id: number): Promise<Blob> =>
  (await send(buildAddress(filePath, { id }), { method: 'GET' }, handles)).blob();

const afterDecision = {
  // The dashboard shows waiting runs.
  refresh: [managedKey, ['dashboard', 'waiting']],
  refreshAlways: true,
  failureLife: toastLife.long,
};
const contents = ({ count, total }: PayoutRun): string =>
  m.payouts_run_contents({
    count: formatCount(count, m.payouts_payout_one(), m.payouts_payout_many()),
    total: formatMoney(total),
  });

/** Releases or cancels a run. */
function useDecision(onReleased: () => void) {
  const releasing = useAction({
    ask: (run: PayoutRun) =>
      openDialog({
        title: m.payouts_release_title(),
        text: m.payouts_release_text({ contents: contents(run) }),
        confirm: m.payouts_release_submit(),
        cancel: m.common_notNow(),
        tone: 'warning',
      }),
    call: ({ id }) => release({ params: { id } }),
    successToast: ({ message }) => [message, 'success', toastLife.long],
    onAnswer: onReleased,
    ...afterDecision,
  });
  const canceling = useAction({
    ask: (run: PayoutRun) =>
      openDialog({
        title: m.payouts_cancel_title(),
        text: m.payouts_cancel_text({ contents: contents(run) }),
        confirm: m.payouts_cancel_submit(),
        cancel: m.common_keepIt(),
        tone: 'warning',
      }),
    call: ({ id }) => cancel({ params: { id } }),
    successToast: ({ message }) => message,
    ...afterDecision,
  });
  return { release: releasing, cancel: canceling };
}

const downloadAgain = {
  title: m.payouts_download_againTitle(),
  text: m.payouts_download_againText(),
  confirm: m.common_download(),
  cancel: m.common_cancel(),
  tone: 'warning',
} as const;

/**
 * The actions of a run: release, cancel, download the file, and confirm that the bank has accepted
 * it. `busy` is the run with an action in progress; `onReleased` runs after a release.
 */
export function useRunActions(onReleased: () => void) {
  const decision = useDecision(onReleased);
  const download = useAction({
    ask: ({ downloadedAt }: PayoutRun) => downloadedAt === null || openDialog(downloadAgain),
    call: async ({ id }) => saveFile(await runFile(id), `payouts-${id}.ach`),
    ...afterDecision,
  });
  const confirmed = useAction({
    ask: (run: PayoutRun) =>
      openDialog({
        title: m.payouts_paid_title(),
        text: m.payouts_paid_text({ contents: contents(run) }),
        confirm: m.payouts_paid_submit(),
        cancel: m.common_cancel(),
      }),
    call: ({ id }) => confirm({ params: { id } }),
    successToast: ({ message }) => message,
    ...afterDecision,
  });
  const all = [decision.release, decision.cancel, download, confirmed];
  return {
    busy: all.find(({ busyInput }) => busyInput !== undefined)?.busyInput?.id ?? null,
    release: (run: PayoutRun) => void decision.release.run(run),
    cancel: (run: PayoutRun) => void decision.cancel.run(run),
    download: (run: PayoutRun) => void download.run(run),
    confirm: (run: PayoutRun) => void confirmed.run(run),
  };
}
export type RunActions = ReturnType<typeof useRunActions>;
