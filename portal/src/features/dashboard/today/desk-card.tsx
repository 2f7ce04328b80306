import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Desk, DeskItem } from '@lintel/contract/dashboard';
import { documentKinds } from '@lintel/contract/documents/constants';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import type { Tone } from '../../../theme.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { Link } from '../../../ui/link.tsx';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { deskQuery, firstItems } from './requests.ts';
import classes from './today.module.css';

type Kind = keyof Desk;

interface KindTexts {
  kind: Kind;
  label: string;
  tone: Tone;
  /** The list of all documents of the kind. */
  list: Record<string, string> | null;
  say(item: DeskItem): string;
}

const optionalDate = (at: string | null): string => (at === null ? '' : formatDate(at));

/** The kinds, most urgent first, with their labels. */
const kinds: readonly KindTexts[] = [
  {
    kind: 'failedTexts',
    label: m.dashboard_desk_textFailed(),
    tone: 'red',
    list: null,
    say: ({ reason, since }) => [reason, optionalDate(since)].filter(Boolean).join(' · '),
  },
  {
    kind: 'overdue',
    label: m.common_overdue(),
    tone: 'amber',
    list: { state: 'overdue' },
    say: ({ until }) => m.dashboard_toDo_due({ date: optionalDate(until) }),
  },
  {
    kind: 'notInvoiced',
    label: m.dashboard_desk_accepted(),
    tone: 'green',
    list: { kind: 'estimate', state: 'accepted' },
    say: ({ since }) => m.dashboard_desk_notInvoiced({ date: optionalDate(since) }),
  },
  {
    kind: 'unanswered',
    label: m.dashboard_desk_unanswered(),
    tone: 'blue',
    list: { kind: 'estimate', state: 'unanswered' },
    say: ({ since }) => m.dashboard_desk_viewed({ date: optionalDate(since) }),
  },
];

const many = 25;

/** Estimates, invoices, and texts that need the contractor; hidden when empty. */
export function DeskCard({ userId }: { userId: number }) {
  const [limit, setLimit] = useState(firstItems);
  const [chosen, setChosen] = useState<Kind | 'all'>('all');
  const { data, isError, refetch } = useQuery(deskQuery(userId, limit));
  if (isError && data === undefined) return <LoadFailure onRetry={() => void refetch()} />;
  const visibleKinds = kinds.filter(({ kind }) => data !== undefined && data[kind].count > 0);
  if (data === undefined || visibleKinds.length === 0) return null;
  const one = visibleKinds.find(({ kind }) => kind === chosen);
  const shown = one === undefined ? visibleKinds : [one];
  const isMore = shown.some(({ kind }) => data[kind].count > data[kind].items.length);
  return (
    <Card title={m.dashboard_desk_title()}>
      <div className={classes.kinds}>
        <ChoiceChips<Kind | 'all'>
          label={m.dashboard_desk_filter()}
          choices={[
            { key: 'all', label: m.common_all() },
            ...visibleKinds.map(({ kind, label }) => ({
              key: kind,
              label,
              count: `${data[kind].count}${data[kind].isMore ? '+' : ''}`,
            })),
          ]}
          chosen={one?.kind ?? 'all'}
          standard="all"
          onChoose={setChosen}
          wrap
        />
      </div>
      <ul className={classes.list} aria-label={m.dashboard_desk_title()}>
        {shown.flatMap((words) =>
          data[words.kind].items.map((item) => (
            <Item
              key={`${words.kind}-${item.documentId ?? `c${item.customerId}-${item.since}`}`}
              words={words}
              item={item}
            />
          )),
        )}
      </ul>
      <div className={classes.foot}>
        {isMore && limit < many && (
          <PlainButton small onClick={() => setLimit(many)}>
            {m.common_showMore()}
          </PlainButton>
        )}
        {one?.list != null ? (
          <Link to="/documents" search={one.list}>
            {m.dashboard_desk_seeAll()}
          </Link>
        ) : (
          <Link to="/documents">{m.documents_allDocuments()}</Link>
        )}
      </div>
    </Card>
  );
}

/** `Estimate 1041 · Ann Lee`, or the customer of a link. */
const itemName = ({ kind, number, name }: DeskItem): string =>
  kind === null
    ? name
    : [[documentKinds[kind], number].filter(Boolean).join(' '), name].filter(Boolean).join(' · ');

function Item({ words, item }: { words: KindTexts; item: DeskItem }) {
  const { documentId, customerId, amount } = item;
  return (
    <li className={classes.item}>
      <div className={classes.who}>
        <span>
          <Link to={documentId === null ? `/customers/${customerId}` : `/documents/${documentId}`}>
            {itemName(item) || m.common_customer()}
          </Link>
          <StatusBadge status={words.label} tone={words.tone} />
        </span>
        <span className={classes.quiet}>
          {[amount === null ? '' : formatMoney(amount), words.say(item)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
    </li>
  );
}
