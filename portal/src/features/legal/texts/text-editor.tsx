import { useState, type FormEvent } from 'react';
import { Modal, SegmentedControl, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Answer } from '@lintel/contract/core/endpoint';
import { languageNames, languages, type Language } from '@lintel/contract/core/language';
import { keysOf } from '@lintel/contract/core/map-values';
import { legalKinds, maxLegalText, placeholders } from '@lintel/contract/legal/constants';
import type { listLegalTexts } from '@lintel/contract/legal/texts';
import { ApiError, isConflict } from '../../../lib/api/api-error.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { useGuardedSave } from '../../../lib/edit-form/use-guarded-save.ts';
import { useDraftName, useDraftSaving, useFormDraft } from '../../../lib/form/form-draft.ts';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { formatDate } from '../../../lib/format.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { DateField, readDay } from '../../../ui/date-field.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RestoredLine } from '../../../ui/restored-line.tsx';
import { postText, textsQuery, versionsKey } from '../requests.ts';
import { MarkedText } from './marked-text.tsx';
import { Rich } from '../../../ui/rich.tsx';
import classes from './texts.module.css';

type ListedText = Answer<typeof listLegalTexts>['data'][number];

interface Props {
  listed: ListedText;
  /** The earliest effective date. */
  today: string;
  onClose(): void;
}

/** The two texts and the effective date. */
function useTextForm({ listed, today, onClose }: Props) {
  const client = useQueryClient();
  const { kind } = listed;
  // A planned version takes effect next, so a newer version builds on it.
  const { texts } = listed.planned ?? listed.current;
  const [start] = useState({ en: texts.en.text, es: texts.es.text, basedOn: listed.latest });
  const base = { en: start.en, es: start.es };
  const draftName = useDraftName(`legal.${kind}.${start.basedOn}`);
  const before = useFormDraft(draftName, base);
  const [typed, setTyped] = useState<Record<Language, string>>(before?.values ?? base);
  const kept = useDraftSaving(draftName, { values: typed, base }, before !== null);
  const [effectiveFrom, setDay] = useState(today);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const saving = useGuardedSave({
    call: async (_none: null, over) => {
      const stored = over ? await client.fetchQuery({ ...textsQuery, staleTime: 0 }) : null;
      const newest = stored?.data.find((one) => one.kind === kind)?.latest;
      const basedOn = newest ?? start.basedOn;
      return postText({ params: { kind }, body: { ...typed, effectiveFrom, basedOn } });
    },
    successToast: ({ version }) => m.legal_editor_published({ version: version.version }),
    refresh: [textsQuery.queryKey, versionsKey],
    onDone: () => {
      kept.remove();
      onClose();
    },
    onFailure: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (!isConflict(error) && Object.keys(fields).length === 0) notifyFailure(error);
    },
  });
  const dirty = languages.some((language) => typed[language] !== start[language]);
  const publish = async (over: boolean): Promise<void> => {
    if (readDay(effectiveFrom) === null) {
      setErrors({ ...errors, effectiveFrom: m.common_date_invalid() });
      return;
    }
    const sure = await openDialog({
      title: m.legal_editor_publishTitle(),
      text:
        effectiveFrom === today
          ? m.legal_editor_publishNow()
          : m.legal_editor_publishLater({ effectiveFrom: formatDate(effectiveFrom) }),
      confirm: m.legal_editor_publish(),
      cancel: m.common_cancel(),
    });
    if (sure) await saving.save(null, over);
  };
  return {
    ...saving,
    kept: {
      ...kept,
      discard: (): void => {
        setTyped(base);
        kept.remove();
      },
    },
    typed,
    effectiveFrom,
    errors,
    dirty,
    change: (language: Language, text: string): void => {
      setErrors({ ...errors, [language]: '' });
      setTyped({ ...typed, [language]: text });
    },
    changeDay: (day: string): void => {
      setErrors({ ...errors, effectiveFrom: '' });
      setDay(day);
    },
    publish,
  };
}

/** Writes the next version of a text in English and Spanish, with a preview. */
export function TextEditor(props: Props) {
  const { listed, today, onClose } = props;
  const form = useTextForm(props);
  const [view, setView] = useState('write');
  useUnsaved(form.dirty);
  const close = async (): Promise<void> => {
    if (form.busy) return;
    const leave =
      !form.dirty ||
      (await openDialog({
        title: m.legal_editor_leaveTitle(),
        text: m.legal_editor_leaveText(),
        confirm: m.common_unsaved_leave(),
        cancel: m.common_unsaved_stay(),
        tone: 'warning',
      }));
    if (!leave) return;
    form.kept.remove();
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!form.busy) void form.publish(false);
  };
  const label = m.legal_editor_title({ label: legalKinds[listed.kind].label });
  return (
    <Modal opened onClose={() => void close()} fullScreen title={label}>
      <form onSubmit={submit} aria-label={label} noValidate>
        {form.conflict !== null && (
          <ChangedNotice
            text={form.conflict}
            keep={m.legal_editor_publishAfter()}
            onKeep={() => void form.publish(true)}
            onDiscardOwn={form.discardOwn}
          />
        )}
        <SegmentedControl
          aria-label={m.common_view()}
          data={[
            { value: 'write', label: m.legal_editor_write() },
            { value: 'preview', label: m.common_preview() },
          ]}
          value={view}
          onChange={setView}
        />
        <RestoredLine kept={form.kept} />
        <Texts form={form} writing={view === 'write'} />
        <Help isConsent={legalKinds[listed.kind].use === 'consent'} />
        <DateField
          label={m.legal_editor_from()}
          description={m.legal_editor_fromHelp()}
          value={form.effectiveFrom}
          min={today}
          onChange={form.changeDay}
          error={form.errors['effectiveFrom']}
          w={240}
        />
        <FormActions
          submit={m.legal_editor_publish()}
          busy={form.busy}
          onCancel={() => void close()}
        />
      </form>
    </Modal>
  );
}

/** Both languages next to each other, as source or preview. */
const Texts = ({ form, writing }: { form: ReturnType<typeof useTextForm>; writing: boolean }) => (
  <div className={classes.languages}>
    {languages.map((language) =>
      writing ? (
        <Textarea
          key={language}
          label={languageNames[language]}
          lang={language}
          value={form.typed[language]}
          onChange={(event) => form.change(language, event.currentTarget.value)}
          error={form.errors[language]}
          maxLength={maxLegalText}
          rows={22}
          className={classes.source ?? ''}
        />
      ) : (
        <section key={language} aria-label={languageNames[language]}>
          <MarkedText text={form.typed[language]} lang={language} />
        </section>
      ),
    )}
  </div>
);

const Help = ({ isConsent }: { isConsent: boolean }) => (
  <details className={classes.help}>
    <summary>{m.legal_editor_syntax_title()}</summary>
    <p>
      <Rich
        text={m.legal_editor_syntax_line1()}
        parts={{ code: (words) => <code>{words}</code> }}
      />{' '}
      {isConsent && `${m.legal_editor_syntax_line2()} `}
      <Rich
        text={m.legal_editor_syntax_more()}
        parts={{
          code: (words) => <code>{words}</code>,
          code2: (words) => <code>{words}</code>,
          code3: (words) => <code>{words}</code>,
          code4: (words) => <code>{words}</code>,
        }}
      />
    </p>
    <dl>
      {keysOf(placeholders).map((name) => (
        <div key={name}>
          <dt>
            <code>{`{${name}}`}</code>
          </dt>
          <dd>{placeholders[name]}</dd>
        </div>
      ))}
    </dl>
  </details>
);
