import { useState } from 'react';
import { Button, Checkbox, Select } from '@mantine/core';
import * as m from '#messages';
import { accountingExports, type AccountingFormat } from '@lintel/contract/accounting/exports';
import { businessTimeZone } from '../../lib/brand.ts';
import { dateRange, dayInZone, type RangeOption } from '../../lib/date-ranges.ts';
import { downloadFrom } from '../../lib/download.ts';
import { proveForDownload } from '../../lib/step-up.ts';
import { toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { AccountsButton } from './accounts-modal.tsx';
import { exportAddress, type ExportChoice } from './requests.ts';
import classes from './accounting.module.css';

const labels: Record<ExportChoice['what'], string> = {
  ledger: m.accounting_exports_ledger(),
  payments: m.accounting_exports_payments(),
  payouts: m.accounting_exports_payouts(),
  journal: m.accounting_exports_journal(),
};
const helps: Record<ExportChoice['what'], string> = {
  ledger: m.accounting_exports_ledgerHelp(),
  payments: m.accounting_exports_paymentsHelp(),
  payouts: m.accounting_exports_payoutsHelp(),
  journal: m.accounting_exports_journalHelp(),
};
const contents = accountingExports.map((value) => ({ value, label: labels[value] }));
const days = [
  { value: 'booked', label: m.accounting_exports_booked() },
  { value: 'happened', label: m.accounting_exports_happened() },
];
const periods = ['last-month', 'this-year', 'last-year', 'custom'] as const satisfies RangeOption[];
const formatLabels: Record<AccountingFormat, string> = {
  csv: m.accounting_exports_csv(),
  xlsx: m.accounting_exports_xlsx(),
  iif: m.accounting_exports_iif(),
};

/** Exports of a period for the provider's accounting. */
export function ExportsTab() {
  const [what, setWhat] = useState<ExportChoice['what']>('journal');
  const [by, setBy] = useState<ExportChoice['by']>('booked');
  const [daily, setDaily] = useState(false);
  const [option, setOption] = useState<RangeOption>('last-month');
  const [range, setRange] = useState(() => dateRange('last-month', new Date()));
  const { run, busyInput } = useAction({
    call: async (format: AccountingFormat) => {
      await proveForDownload({ secret: true });
      const choice = { what, from: range.from ?? '', to: range.to ?? '', by, daily };
      downloadFrom(exportAddress(choice, format));
    },
    failureLife: toastLife.long,
  });
  const isLedger = what === 'ledger' || what === 'journal';
  const formats = what === 'journal' ? (['csv', 'iif'] as const) : (['csv', 'xlsx'] as const);
  const isComplete = range.from !== null && range.to !== null;
  return (
    <div className={classes.tab}>
      <div className={classes.choices}>
        <Select
          label={m.accounting_exports_what()}
          data={contents}
          value={what}
          onChange={(value) => setWhat(accountingExports.find((one) => one === value) ?? 'journal')}
          w={230}
        />
        <DateRangePicker
          options={periods}
          option={option}
          range={range}
          label={m.accounting_exports_period()}
          max={dayInZone(new Date(), businessTimeZone)}
          onChange={(next, to) => {
            setOption(next);
            setRange(to);
          }}
        />
        {isLedger && (
          <Select
            label={m.accounting_exports_by()}
            data={days}
            value={by}
            onChange={(value) => setBy(value === 'happened' ? 'happened' : 'booked')}
            w={230}
          />
        )}
      </div>
      <p className={classes.quiet}>{helps[what]}</p>
      {isLedger && <p className={classes.quiet}>{m.accounting_exports_byHelp()}</p>}
      {what === 'journal' && (
        <Checkbox
          label={m.accounting_exports_daily()}
          description={m.accounting_exports_dailyHelp()}
          checked={daily}
          onChange={(event) => setDaily(event.currentTarget.checked)}
        />
      )}
      <div className={classes.actions}>
        {formats.map((format, index) => (
          <Button
            key={format}
            variant={index === 0 ? 'filled' : 'default'}
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={!isComplete}
            loading={busyInput === format}
            onClick={() => void run(format)}
          >
            {formatLabels[format]}
          </Button>
        ))}
        {what === 'journal' && <AccountsButton />}
      </div>
    </div>
  );
}
