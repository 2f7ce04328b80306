import { useEffect, useId, useRef } from 'react';
import { Alert, Button, Input, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { documentTextLimits as limits, taxRatePlaces } from '@lintel/contract/documents/constants';
import { undrawable } from '@lintel/contract/documents/drawable';
import { bareNumber, formatCents } from '@lintel/contract/core/numbers';
import { useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { IconSend } from '../../../ui/icons.ts';
import { MonthlyPayment } from '../../../ui/monthly-payment.tsx';
import { moneyLook, NumberField, percentLook } from '../../../ui/number-field.tsx';
import { pageNamesQuery } from '../../pages/index.ts';
import { CustomerFields } from './customer-fields.tsx';
import { ItemRows } from './item-rows.tsx';
import { missingIn, useEditor, type Editor, type EditorOptions } from './use-editor.ts';
import { editorSums, type EditorValues, type PartValues } from './values.ts';
import classes from './editor.module.css';

interface Props extends EditorOptions {
  /** Marks the missing fields at once. */
  checks: boolean;
}

/** The form of an estimate or an invoice. */
export function EditorForm({ checks, ...options }: Props) {
  const formId = useId();
  const editor = useEditor(options);
  const { conflict } = editor;
  useFirstCheck(checks, editor);
  return (
    <div className={classes.screen}>
      <div className={classes.main}>
        <KeptNotice editor={editor} />
        <UnsupportedCharactersNotice values={editor.values} />
        {conflict && (
          <ChangedNotice
            differing={conflict.differing}
            onKeep={editor.overwriteStored}
            onDiscardOwn={editor.discardOwn}
          />
        )}
        <form id={formId} {...editor.form} className={classes.main}>
          <CustomerFields editor={editor} userId={options.userId} />
          <ItemRows editor={editor} userId={options.userId} />
          <SumFields editor={editor} />
          <TextFields editor={editor} />
        </form>
      </div>
      <aside className={classes.side} aria-label={m.documents_totalsAndActions()}>
        <DetailsCard editor={editor} />
        <SumsCard editor={editor} />
      </aside>
    </div>
  );
}

/** After an attempt to send, shows the missing fields. */
function useFirstCheck(checks: boolean, { now, mark }: Editor): void {
  const runChecks = useRef(checks);
  useEffect(() => {
    if (!runChecks.current) return;
    runChecks.current = false;
    void missingIn(now()).then(mark);
  }, [now, mark]);
}

/** Lists the characters that the PDF can't show. */
function UnsupportedCharactersNotice({ values }: { values: EditorValues }) {
  const { customer, items, notes, terms, projectName, license, poNumber } = values;
  const texts = [
    ...Object.values(customer),
    ...items.flatMap(({ description, details }) => [description, details]),
    notes,
    terms,
    projectName,
    license,
    poNumber,
  ];
  const missing = undrawable(texts.join(''));
  if (missing.length === 0) return null;
  return (
    <Alert color="orange" role="status" title={m.documents_editor_unprintable()}>
      {m.documents_editor_unprintableText({ characters: missing.slice(0, 20).join(' ') })}
    </Alert>
  );
}

/** Shows that the draft is stored in this browser only. */
function KeptNotice({ editor }: { editor: Editor }) {
  const { waits, isRestored } = editor;
  if (!waits && !isRestored) return null;
  return (
    <Alert
      color={waits ? 'orange' : 'brand'}
      role="status"
      title={m.documents_draft_notSaved()}
      classNames={{ body: classes.notice ?? '' }}
    >
      <div className={classes.noticeLine}>
        {waits ? m.documents_editor_offline() : m.documents_editor_draftText()}
        <Button variant="default" size="xs" onClick={editor.discard}>
          {m.common_discard()}
        </Button>
      </div>
    </Alert>
  );
}

type TextName = 'projectName' | 'license' | 'poNumber';
const texts: readonly { name: TextName; label: string }[] = [
  { name: 'projectName', label: m.documents_projectName() },
  { name: 'poNumber', label: m.documents_poNumber() },
  { name: 'license', label: m.documents_licenseNumber() },
];

/** The dates, the project's name, and the page for financing. */
function DetailsCard({ editor }: { editor: Editor }) {
  const { values, field } = editor;
  return (
    <Card title={m.common_details()}>
      <div className={classes.stack}>
        <DayField editor={editor} name="issuedOn" label={m.common_date()} />
        {values.kind === 'invoice' ? (
          <DayField editor={editor} name="dueOn" label={m.documents_dueDate()} />
        ) : (
          <DayField editor={editor} name="validUntil" label={m.documents_acceptUntil()} />
        )}
        {texts.map(({ name, label }) => (
          <TextInput
            key={name}
            {...field(name)}
            label={label}
            maxLength={limits[name]}
            autoComplete="off"
          />
        ))}
        <PageField editor={editor} />
      </div>
    </Card>
  );
}

const DayField = ({
  editor: { field, setValue },
  name,
  label,
}: {
  editor: Editor;
  name: 'issuedOn' | 'dueOn' | 'validUntil';
  label: string;
}) => (
  <DateField
    {...field(name)}
    label={label}
    onChange={(day) => setValue(name, day)}
    {...(name === 'issuedOn' && { description: m.documents_editor_dateHelp() })}
    clearable
  />
);

/** The co-branded page that offers the customer financing, or none. */
function PageField({ editor: { values, errors, setValue } }: { editor: Editor }) {
  const contractorId = useSession().contractor?.id ?? 0;
  const pages = useQuery(pageNamesQuery(contractorId)).data?.data ?? [];
  if (pages.length === 0) return null;
  return (
    <Select
      label={m.documents_financingPage()}
      description={m.documents_editor_financingHelp()}
      data={[
        { value: '', label: m.documents_editor_noFinancing() },
        ...pages.map(({ id, pageName }) => ({ value: String(id), label: pageName })),
      ]}
      value={values.pageId === null ? '' : String(values.pageId)}
      error={errors['pageId']}
      onChange={(id) => setValue('pageId', id === null || id === '' ? null : Number(id))}
    />
  );
}

type PartName = 'discount' | 'deposit';
const partWords: Record<PartName, { label: string; help: string; kind: string }> = {
  discount: {
    label: m.documents_discount(),
    help: m.documents_editor_discountHelp(),
    kind: m.documents_editor_discountIn(),
  },
  deposit: {
    label: m.documents_deposit(),
    help: m.documents_editor_depositHelp(),
    kind: m.documents_editor_depositIn(),
  },
};

const rateLook = { suffix: '%', places: taxRatePlaces };

function SumFields({ editor }: { editor: Editor }) {
  return (
    <Card title={m.documents_editor_extras()}>
      <div className={classes.fields}>
        <PartField editor={editor} name="discount" />
        <NumberField
          name="taxRate"
          label={m.documents_taxRate()}
          description={m.documents_editor_taxHelp()}
          value={editor.values.taxRate}
          error={editor.errors['taxRate']}
          aria-invalid={editor.errors['taxRate'] !== undefined}
          onChange={(shown) => editor.setValue('taxRate', shown)}
          onBlur={() => editor.checkField('taxRate')}
          placeholder="0%"
          look={rateLook}
        />
        <PartField editor={editor} name="deposit" />
      </div>
    </Card>
  );
}

function PartField({ editor, name }: { editor: Editor; name: PartName }) {
  const part = editor.values[name];
  const path = `${name}.value`;
  const isAmount = part.kind === 'amount';
  const words = partWords[name];
  const set = (change: Partial<PartValues>): void => {
    editor.setErrors(({ [path]: _old, ...others }) => others);
    editor.setValue(name, { ...part, ...change });
  };
  // The number stays; only its unit changes.
  const bare = bareNumber(part.value);
  return (
    <Input.Wrapper label={words.label} labelElement="div" description={words.help}>
      <div className={classes.part}>
        <NumberField
          key={part.kind}
          name={path}
          aria-label={words.label}
          value={part.value}
          error={editor.errors[path]}
          aria-invalid={editor.errors[path] !== undefined}
          onChange={(value) => set({ value })}
          onBlur={() => editor.checkField(path)}
          placeholder={isAmount ? '$0.00' : '0%'}
          look={isAmount ? moneyLook : percentLook}
        />
        <SegmentedControl
          aria-label={words.kind}
          data={[
            { value: 'amount', label: '$' },
            { value: 'percent', label: '%' },
          ]}
          value={part.kind}
          onChange={(kind) =>
            set({ kind, value: bare === '' ? '' : kind === 'amount' ? `$${bare}` : `${bare}%` })
          }
        />
      </div>
    </Input.Wrapper>
  );
}

/** The customer-facing texts below the items. */
function TextFields({ editor: { field, values } }: { editor: Editor }) {
  return (
    <Card title={m.documents_editor_notesAndTerms()}>
      <div className={classes.stack}>
        <Textarea
          {...field('notes')}
          label={m.common_notes()}
          description={`${values.notes.length}/${limits.notes}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={limits.notes}
          rows={3}
        />
        <Textarea
          {...field('terms')}
          label={m.documents_terms()}
          description={m.documents_editor_termsHelp()}
          maxLength={limits.terms}
          rows={6}
          resize="vertical"
        />
      </div>
    </Card>
  );
}

/** The current totals, and the actions. */
function SumsCard({ editor }: { editor: Editor }) {
  const { values, busy, waits, dirty } = editor;
  const isNew = editor.current === null;
  return (
    <Card title={m.documents_totals_title()}>
      <Sums values={values} />
      {values.pageId !== null && (
        <div className={classes.monthly}>
          <MonthlyPayment amount={editorSums(values).total / 100} customerId={values.customerId} />
        </div>
      )}
      <div className={classes.actions}>
        <Button
          fullWidth
          disabled={busy}
          leftSection={<IconSend size={18} aria-hidden />}
          onClick={() => void editor.saveToSend()}
        >
          {m.documents_editor_saveAndSend()}
        </Button>
        <Button variant="default" fullWidth loading={busy} onClick={editor.save}>
          {isNew ? m.documents_editor_saveDraft() : m.common_save()}
        </Button>
        {dirty && (
          <p className={classes.quiet} aria-hidden={waits || undefined}>
            {m.documents_draft_notSaved()}
          </p>
        )}
      </div>
    </Card>
  );
}

function Sums({ values }: { values: EditorValues }) {
  const sums = editorSums(values);
  return (
    <dl className={classes.sums}>
      <Sum name={m.documents_totals_subtotal()} cents={sums.subtotal} />
      {sums.discount > 0 && <Sum name={m.documents_discount()} cents={-sums.discount} />}
      <Sum
        name={
          values.taxRate === ''
            ? m.documents_totals_tax()
            : m.documents_totals_taxAtRate({ rate: bareNumber(values.taxRate) })
        }
        cents={sums.tax}
      />
      <div className={classes.total} aria-live="polite">
        <dt>{m.common_total()}</dt>
        <dd>{formatCents(sums.total)}</dd>
      </div>
      {sums.deposit > 0 && <Sum name={m.documents_deposit()} cents={sums.deposit} />}
    </dl>
  );
}

const Sum = ({ name, cents }: { name: string; cents: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatCents(cents)}</dd>
  </div>
);
