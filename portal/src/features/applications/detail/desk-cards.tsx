import { useState } from 'react';
import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { followUpLimits, noteLimits } from '@lintel/contract/applications/desk-constants';
import type { ApplicationNote, FollowUp } from '@lintel/contract/applications/application-detail';
import { accessTo } from '@lintel/contract/core/access';
import { addDays, dayInZone } from '../../../lib/date-ranges.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { useDraftName } from '../../../lib/form/form-draft.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { may, useSession } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { IconTrash } from '../../../ui/icons.ts';
import { RestoredLine } from '../../../ui/restored-line.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { applicationKey, dropFollowUp, dropNote, planFollowUp, writeNote } from './requests.ts';
import classes from './application.module.css';

interface Props {
  userId: number;
  id: number;
}

const writing = accessTo('reports-applications');
const schemas = () => import('@lintel/contract/applications/application-detail');

/** Internal notes, visible to the contractor's own users only. */
export function NotesCard({ userId, id, notes }: Props & { notes: readonly ApplicationNote[] }) {
  const mayWrite = may(useSession(), writing);
  return (
    <Card title={m.common_notes()} text={m.applications_notes_help()}>
      {mayWrite && <NoteForm userId={userId} id={id} />}
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map((note) => (
            <NoteItem key={note.id} userId={userId} id={id} note={note} />
          ))}
        </ul>
      )}
      {notes.length === 0 && !mayWrite && <p className={classes.quiet}>{m.common_notesNone()}</p>}
    </Card>
  );
}

function NoteForm({ userId, id }: Props) {
  const client = useQueryClient();
  const draftName = useDraftName(`application.${id}.note`);
  const {
    form,
    field,
    values,
    busy,
    reset,
    kept: formDraft,
  } = useContractForm({
    draftName,
    initial: { text: '' },
    rules: () => schemas().then(({ noteForm }) => noteForm),
    onSubmit: async (body) => {
      await writeNote({ params: { id }, body });
      await client.invalidateQueries({ queryKey: applicationKey(userId, id) });
      reset({ text: '' });
    },
    onFailure: notifyFailure,
  });
  return (
    <form {...form} className={classes.noteForm}>
      <Textarea
        {...field('text')}
        label={m.applications_notes_new()}
        rows={3}
        maxLength={noteLimits.text}
      />
      <RestoredLine kept={formDraft} />
      <Button type="submit" variant="default" loading={busy} disabled={values.text.trim() === ''}>
        {m.applications_notes_save()}
      </Button>
    </form>
  );
}

function NoteItem({ userId, id, note }: Props & { note: ApplicationNote }) {
  const remove = useAction({
    call: () => dropNote({ params: { id, noteId: note.id } }),
    successToast: ({ message }) => message,
    refresh: [applicationKey(userId, id)],
  });
  return (
    <li>
      <p>{note.text}</p>
      <div>
        <span className={classes.quiet}>
          {note.author}, {formatDateTime(note.at)}
        </span>
        {note.removable && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={m.applications_notes_removeNamed({ date: formatDateTime(note.at) })}
            loading={remove.busy}
            onClick={() => void remove.run()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}

/** The day of the reminder by e-mail and on the dashboard. */
export function FollowUpCard({ userId, id, followUp }: Props & { followUp: FollowUp | null }) {
  const mayWrite = may(useSession(), writing);
  const [isOpen, setOpen] = useState(false);
  const end = useAction({
    call: () => dropFollowUp({ params: { id } }),
    successToast: () => m.applications_followUp_done(),
    refresh: [applicationKey(userId, id)],
  });
  const isEditing = mayWrite && (isOpen || followUp === null);
  return (
    <Card title={m.common_followUp()} text={m.applications_followUp_help()}>
      {followUp !== null && !isEditing && (
        <div className={classes.followUp}>
          <p>
            <strong>{formatDate(followUp.on)}</strong>{' '}
            {followUp.isDue && <StatusBadge status={m.common_due()} tone="amber" />}
          </p>
          {followUp.note !== '' && <p>{followUp.note}</p>}
          <p className={classes.quiet}>{m.applications_followUp_setBy({ who: followUp.author })}</p>
          {mayWrite && (
            <div className={classes.actions}>
              <Button variant="default" loading={end.busy} onClick={() => void end.run()}>
                {m.common_done()}
              </Button>
              <Button variant="subtle" onClick={() => setOpen(true)}>
                {m.common_changeDate()}
              </Button>
            </div>
          )}
        </div>
      )}
      {isEditing && (
        <FollowUpForm
          userId={userId}
          id={id}
          followUp={followUp}
          onClose={followUp === null ? undefined : () => setOpen(false)}
        />
      )}
      {followUp === null && !mayWrite && (
        <p className={classes.quiet}>{m.applications_followUp_none()}</p>
      )}
    </Card>
  );
}

const daysAhead = [1, 3, 7] as const;

function FollowUpForm({
  userId,
  id,
  followUp,
  onClose,
}: Props & { followUp: FollowUp | null; onClose: (() => void) | undefined }) {
  const client = useQueryClient();
  const today = dayInZone(new Date());
  const draftName = useDraftName(`application.${id}.follow-up`);
  const {
    form,
    field,
    values,
    busy,
    setValue,
    kept: formDraft,
  } = useContractForm({
    draftName,
    initial: { on: followUp?.on ?? '', note: followUp?.note ?? '' },
    rules: () => schemas().then(({ followUpForm }) => followUpForm),
    onSubmit: async (body) => {
      const { message } = await planFollowUp({ params: { id }, body });
      showToast(message);
      onClose?.();
      await client.invalidateQueries({ queryKey: applicationKey(userId, id) });
    },
    onFailure: notifyFailure,
  });
  return (
    <form {...form} className={classes.noteForm}>
      <DateField
        {...field('on')}
        label={m.applications_followUp_remindOn()}
        onChange={(day) => setValue('on', day)}
        min={today}
        max={addDays(today, followUpLimits.days)}
      />
      <div className={classes.soon}>
        {daysAhead.map((days) => (
          <Button
            key={days}
            size="compact-sm"
            variant="default"
            onClick={() => setValue('on', addDays(today, days))}
          >
            {days === 1
              ? m.applications_followUp_tomorrow()
              : m.applications_followUp_inDays({ days })}
          </Button>
        ))}
      </div>
      <TextInput
        {...field('note')}
        label={m.applications_followUp_about()}
        maxLength={followUpLimits.note}
      />
      <RestoredLine kept={formDraft} />
      <div className={classes.actions}>
        <Button type="submit" variant="default" loading={busy} disabled={values.on === ''}>
          {m.applications_followUp_remind()}
        </Button>
        {onClose && (
          <Button
            variant="subtle"
            onClick={() => {
              formDraft.remove();
              onClose();
            }}
          >
            {m.common_cancel()}
          </Button>
        )}
      </div>
    </form>
  );
}
