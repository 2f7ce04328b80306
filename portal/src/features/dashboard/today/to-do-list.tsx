import { useState } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import * as m from '#messages';
import { accessTo } from '@lintel/contract/core/access';
import type { ToDo, ToDos } from '@lintel/contract/dashboard';
import { formatDate, formatPhone, formatWholeMoney } from '../../../lib/format.ts';
import { may, useSession } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { Tone } from '../../../theme.ts';
import { IconPhone } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { finishFollowUp, openFollowUpAgain } from './requests.ts';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import classes from './today.module.css';

type Kind = keyof ToDos;

interface KindTexts {
  kind: Kind;
  label: string;
  tone: Tone;
  say(item: ToDo): string;
}

const dueDay = ({ until }: ToDo): string =>
  until === null ? '' : m.dashboard_toDo_until({ date: formatDate(until) });
const joinTexts = (...words: string[]): string => words.filter((word) => word !== '').join(' · ');

/** The kinds, most urgent first, with their labels. */
const kinds: readonly KindTexts[] = [
  {
    kind: 'followUp',
    label: m.common_followUp(),
    tone: 'amber',
    say: (item) =>
      joinTexts(
        item.note,
        item.until === null ? '' : m.dashboard_toDo_due({ date: formatDate(item.until) }),
      ),
  },
  {
    kind: 'expiring',
    label: m.dashboard_toDo_expiresSoon(),
    tone: 'red',
    say: (item) => joinTexts(m.dashboard_toDo_lenderWaiting(), dueDay(item)),
  },
  {
    kind: 'begin',
    label: m.common_approved(),
    tone: 'green',
    say: ({ amount }) =>
      amount === null
        ? m.dashboard_toDo_agreeStart()
        : m.dashboard_toDo_agreeStartAmount({ amount: formatWholeMoney(amount) }),
  },
  {
    kind: 'choose',
    label: m.dashboard_toDo_hasOffers(),
    tone: 'blue',
    say: ({ amount, since }) =>
      joinTexts(
        amount === null ? '' : m.dashboard_toDo_upTo({ amount: formatWholeMoney(amount) }),
        m.dashboard_toDo_noneChosen({ date: formatDate(since) }),
      ),
  },
  {
    kind: 'inform',
    label: m.dashboard_toDo_information(),
    tone: 'grey',
    say: (item) => joinTexts(m.dashboard_toDo_lenderWaiting(), dueDay(item)),
  },
];

interface VisibleKind {
  words: KindTexts;
  item: ToDo;
}

/** The most urgent item of each application. */
function mostUrgent(toDo: ToDos): VisibleKind[] {
  const known = new Set<number>();
  return kinds
    .flatMap((words) => toDo[words.kind].items.map((item) => ({ words, item })))
    .filter(({ item: { applicationId } }) => !known.has(applicationId) && known.add(applicationId));
}

interface Props {
  toDo: ToDos;
  /** Items of each kind that are shown at first. */
  limit: number;
  /** Whether a button can show more. */
  most: number;
  onMore(): void;
}

/** The homeowners to call today and why, all together or one kind. */
export function ToDoList({ toDo, limit, most, onMore }: Props) {
  const [chosen, setChosen] = useState<Kind | 'all'>('all');
  const visibleKinds = kinds.filter(({ kind }) => toDo[kind].count > 0);
  const shownKind = visibleKinds.find(({ kind }) => kind === chosen);
  if (visibleKinds.length === 0)
    return (
      <div className={classes.empty}>
        <strong>{m.dashboard_toDo_none()}</strong>
        <p>{m.dashboard_toDo_noneText()}</p>
        <Link to="/reports-applications">{m.dashboard_today_allApplications()}</Link>
      </div>
    );
  const all: VisibleKind[] =
    shownKind === undefined
      ? mostUrgent(toDo)
      : toDo[shownKind.kind].items.map((item) => ({ words: shownKind, item }));
  const isMore =
    all.length > limit ||
    (shownKind === undefined ? visibleKinds : [shownKind]).some(
      ({ kind }) => toDo[kind].count > limit,
    );
  return (
    <div className={classes.body}>
      <div className={classes.kinds}>
        <ChoiceChips<Kind | 'all'>
          label={m.dashboard_toDo_filter()}
          choices={[
            { key: 'all', label: m.common_all() },
            ...visibleKinds.map(({ kind, label }) => ({
              key: kind,
              label,
              count: formatCount(toDo[kind]),
            })),
          ]}
          chosen={shownKind?.kind ?? 'all'}
          standard="all"
          onChoose={setChosen}
          wrap
        />
      </div>
      <ul className={classes.list} aria-label={m.dashboard_toDo_title()}>
        {all.slice(0, limit).map(({ words, item }) => (
          <Item key={`${words.kind}-${item.applicationId}`} words={words} item={item} />
        ))}
      </ul>
      <div className={classes.foot}>
        {isMore && limit < most && (
          <Button variant="default" size="compact-md" onClick={onMore}>
            {m.common_showMore()}
          </Button>
        )}
        <Link to="/reports-applications">{m.dashboard_today_allApplications()}</Link>
      </div>
    </div>
  );
}

const formatCount = ({ count, isMore }: ToDos[Kind]): string =>
  isMore ? `${count}+` : String(count);

function Item({ words: { kind, label, tone, say }, item }: VisibleKind) {
  const { applicationId: id, name, phone } = item;
  const who = name || m.common_unnamed();
  return (
    <li className={classes.item}>
      <div className={classes.who}>
        <span>
          <Link to={`/reports-applications/${id}`}>{who}</Link>
          <StatusBadge status={label} tone={tone} />
        </span>
        <span className={classes.quiet}>{say(item)}</span>
      </div>
      {kind === 'followUp' && <DoneButton id={id} who={who} />}
      {phone !== '' && (
        <ActionIcon
          component="a"
          href={`tel:+1${phone}`}
          aria-label={m.dashboard_toDo_call({ who })}
          title={formatPhone(phone)}
          variant="default"
          size={40}
        >
          <IconPhone size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

const writing = accessTo('reports-applications');

/** Marks a follow-up as done, with an undo: the row stays until the list reloads. */
function DoneButton({ id, who }: { id: number; who: string }) {
  const mayWrite = may(useSession(), writing);
  const [isDone, setDone] = useState(false);
  const press = useAction({
    call: async () => {
      await (isDone ? openFollowUpAgain : finishFollowUp)({ params: { id } });
    },
    successToast: () => (isDone ? m.dashboard_toDo_reopened() : m.applications_followUp_done()),
    onAnswer: () => setDone(!isDone),
    refresh: [['applications']],
  });
  if (!mayWrite) return null;
  return (
    <Button
      variant={isDone ? 'subtle' : 'default'}
      size="sm"
      loading={press.busy}
      aria-label={
        isDone ? m.dashboard_toDo_undoNamed({ who }) : m.dashboard_toDo_doneNamed({ who })
      }
      onClick={() => void press.run()}
    >
      {isDone ? m.common_undo() : m.common_done()}
    </Button>
  );
}
