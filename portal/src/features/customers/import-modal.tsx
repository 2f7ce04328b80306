import { useState } from 'react';
import { Button, Group, Modal, Radio, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import {
  existingCustomerPolicies,
  importFieldLabels,
  importFields,
  importMessages,
  maxImportBytes,
  maxImportRows,
  type ExistingCustomerPolicy,
  type ImportField,
} from '@lintel/contract/customers/constants';
import type { Answer } from '@lintel/contract/core/endpoint';
import { isOneOf } from '@lintel/contract/core/narrow';
import type {
  checkImport as check,
  readImportFile as look,
} from '@lintel/contract/customers/import';
import { ApiError } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toast.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { ChooseFile } from '../../ui/choose-file.tsx';
import { checkImport, importCustomers, readImportFile } from './import-requests.ts';
import { customersKey } from './requests.ts';
import classes from './import-modal.module.css';

type Columns = Partial<Record<ImportField, number>>;
type ImportFile = Answer<typeof look>;
type ImportCheck = Answer<typeof check>;

/** The choices made so far. */
interface ImportChoices {
  file: File;
  found: ImportFile;
  columns: Columns;
  ifKnown: ExistingCustomerPolicy;
}

const toBody = ({ columns, ifKnown }: ImportChoices) => ({
  columns: JSON.stringify(columns),
  ifKnown,
});

/**
 * Imports customers from another program's file: map its columns, check all of it, and only then
 * store it.
 */
export function ImportModal({ onClose }: { onClose(): void }) {
  const [chosen, setChosen] = useState<ImportChoices | null>(null);
  const [checked, setChecked] = useState<ImportCheck | null>(null);
  const [problem, setProblem] = useState<string>();
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const showError = (error: unknown): void => {
    const fileError =
      error instanceof ApiError ? (error.fields['file'] ?? error.fields['columns']) : undefined;
    if (fileError === undefined) notifyFailure(error);
    else setProblem(fileError);
  };
  const reading = useAction({
    call: (file: File) => readImportFile({ files: { file } }),
    onAnswer: (found, file) => setChosen({ file, found, columns: found.columns, ifKnown: 'skip' }),
    onFailure: showError,
  });
  const checking = useAction({
    call: (choice: ImportChoices) =>
      checkImport({ body: toBody(choice), files: { file: choice.file } }),
    onAnswer: setChecked,
    onFailure: showError,
  });
  const readChosenFile = (file: File): void => {
    setProblem(undefined);
    if (file.size > maxImportBytes) setProblem(importMessages.size);
    else void reading.run(file);
  };
  const change = (part: Partial<ImportChoices>): void => {
    setProblem(undefined);
    setChecked(null);
    if (chosen !== null) setChosen({ ...chosen, ...part });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.customers_import_title()}
      size={760}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      {chosen === null && <ChooseStep onFile={readChosenFile} busy={reading.busy} />}
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {chosen !== null && checked === null && (
        <ColumnsStep
          chosen={chosen}
          onChange={change}
          busy={checking.busy}
          onNext={() => void checking.run(chosen)}
          onBack={() => setChosen(null)}
        />
      )}
      {chosen !== null && checked !== null && (
        <CheckedStep
          chosen={chosen}
          checked={checked}
          onBack={() => setChecked(null)}
          onFailure={showError}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

const ChooseStep = ({ onFile, busy }: { onFile(file: File): void; busy: boolean }) => (
  <div className={classes.step}>
    <p>{m.customers_import_help({ rows: maxImportRows.toLocaleString('en-US') })}</p>
    {busy ? (
      <p role="status">{m.customers_import_reading()}</p>
    ) : (
      <ChooseFile
        input={{ 'aria-label': m.customers_import_file(), accept: '.csv,.txt,text/csv,text/plain' }}
        text={m.customers_import_choose()}
        onFile={onFile}
      />
    )}
  </div>
);

interface StepProps {
  chosen: ImportChoices;
  onBack(): void;
}

function ColumnsStep({
  chosen,
  onChange,
  busy,
  onNext,
  onBack,
}: StepProps & { onChange(part: Partial<ImportChoices>): void; busy: boolean; onNext(): void }) {
  const { file, found, columns, ifKnown } = chosen;
  const options = found.headers.map((header, place) => ({
    value: String(place),
    label: header || m.customers_import_column({ number: place + 1 }),
  }));
  const set = (field: ImportField, place: string | null): void => {
    const { [field]: _before, ...others } = columns;
    onChange({ columns: place === null ? others : { ...others, [field]: Number(place) } });
  };
  return (
    <div className={classes.step}>
      <p>{m.customers_import_map({ rows: found.rows.toLocaleString('en-US'), name: file.name })}</p>
      <div className={classes.columns}>
        {importFields.map((field) => {
          const place = columns[field];
          return (
            <div key={field}>
              <Select
                label={importFieldLabels[field]}
                placeholder={m.customers_import_notInFile()}
                data={options}
                value={place === undefined ? null : String(place)}
                onChange={(value) => set(field, value)}
                clearable
                searchable={options.length > 10}
              />
              {place !== undefined && (
                <p className={classes.sample}>
                  {found.sample
                    .flatMap((cells) => cells[place] || [])
                    .slice(0, 3)
                    .join(' · ') || '–'}
                </p>
              )}
            </div>
          );
        })}
      </div>
      <Radio.Group
        label={m.customers_import_existing()}
        description={m.customers_import_existingHelp()}
        value={ifKnown}
        onChange={(value) =>
          isOneOf(existingCustomerPolicies, value) && onChange({ ifKnown: value })
        }
      >
        <div className={classes.choices}>
          <Radio value="skip" label={m.customers_import_skip()} />
          <Radio value="fill" label={m.customers_import_fill()} />
        </div>
      </Radio.Group>
      <Group gap="sm">
        <Button onClick={onNext} loading={busy}>
          {m.customers_import_check()}
        </Button>
        <Button variant="default" onClick={onBack} disabled={busy}>
          {m.customers_import_otherFile()}
        </Button>
      </Group>
    </div>
  );
}

/** How many lines with mistakes are shown; the downloadable file has all of them. */
const shownProblems = 20;

function CheckedStep({
  chosen,
  checked,
  onBack,
  onFailure,
  onClose,
}: StepProps & { checked: ImportCheck; onFailure(error: unknown): void; onClose(): void }) {
  const { add, fill, skip, problems } = checked;
  const hasProblems = problems.length > 0;
  const importing = useAction({
    call: () =>
      importCustomers({
        body: { ...toBody(chosen), fileName: chosen.file.name, validOnly: hasProblems },
        files: { file: chosen.file },
      }),
    refresh: [customersKey],
    onDone: ({ data }) => {
      showToast(
        m.customers_import_done({ added: data.added, filled: data.filled, skipped: data.skipped }),
      );
      onClose();
    },
    onFailure,
  });
  const valid = add + fill + skip;
  return (
    <div className={classes.step}>
      {hasProblems && <Problems problems={problems} />}
      {valid > 0 && (
        <ul className={classes.counts}>
          <li>{m.customers_import_willAdd({ count: add.toLocaleString('en-US') })}</li>
          <li>{m.customers_import_willFill({ count: fill.toLocaleString('en-US') })}</li>
          <li>{m.customers_import_willSkip({ count: skip.toLocaleString('en-US') })}</li>
        </ul>
      )}
      <Group gap="sm">
        {valid > 0 && (
          <Button
            onClick={() => void importing.run()}
            loading={importing.busy}
            disabled={add + fill === 0}
          >
            {hasProblems
              ? m.customers_import_submitValid({ count: valid.toLocaleString('en-US') })
              : m.customers_import_submit()}
          </Button>
        )}
        <Button variant="default" onClick={onBack} disabled={importing.busy}>
          {m.customers_import_changeColumns()}
        </Button>
      </Group>
    </div>
  );
}

const fieldLabel = (field: string): string => {
  const labels: Readonly<Record<string, string>> = importFieldLabels;
  return labels[field] ?? field;
};
const cell = (text: string): string => `"${text.replace(/^[=+@-]/, "'$&").replace(/"/g, '""')}"`;

function Problems({ problems }: { problems: ImportCheck['problems'] }) {
  const download = (): void => {
    const rows = problems.map(({ line, field, value, text }) =>
      [String(line), fieldLabel(field), value, text].map(cell).join(','),
    );
    const head = ['Line', 'Field', 'Value', 'Problem'].map(cell).join(',');
    saveFile(
      new Blob(['\uFEFF', [head, ...rows].join('\r\n')], { type: 'text/csv' }),
      'import-problems.csv',
    );
  };
  return (
    <div className={classes.problems} role="status">
      <p>
        <strong>
          {m.customers_import_errorsCount({ count: problems.length.toLocaleString('en-US') })}
        </strong>{' '}
        {m.customers_import_errorsText()}
      </p>
      <ul>
        {problems.slice(0, shownProblems).map(({ line, field, value, text }) => (
          <li key={`${line} ${field}`}>
            {m.customers_import_error({ line, field: fieldLabel(field), problem: text })}
            {value !== '' && <span className={classes.sample}> {value}</span>}
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={download}>
        {m.customers_import_downloadErrors()}
      </Button>
    </div>
  );
}
