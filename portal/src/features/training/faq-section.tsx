import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { WatchedCategory } from '@lintel/contract/training';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { wholeCategoryQuery } from './api/get-materials.ts';
import { FaqList } from './faq-list.tsx';
import { findFaqs, groupOf, type FaqGroup } from './faq-search.ts';
import { wordsIn } from './marked-text.ts';
import classes from './faq.module.css';

interface Props {
  userId: number;
  categories: readonly WatchedCategory[];
  /** Opens the form for a question, about what was searched for in vain. */
  onAsk(subject: string): void;
}

/** Common questions with their answers, and a search in both. */
export function FaqSection({ userId, categories, onAsk }: Props) {
  const lists = useQueries({
    queries: categories.map((category) => wholeCategoryQuery(userId, category)),
  });
  const again = (): void => lists.forEach((list) => list.isError && void list.refetch());
  const failed = lists.some(({ isError }) => isError);
  const loading = lists.some(({ data }) => data === undefined);
  const groups = categories.map((category, index) => groupOf(category, lists[index]?.data ?? []));
  return (
    <Card title="Frequently asked questions">
      {failed && <ErrorState text="The questions could not be loaded." onRetry={again} />}
      {!failed && loading && <SkeletonRows columns={1} rows={5} />}
      {!failed && !loading && <Faqs groups={groups} onAsk={onAsk} />}
    </Card>
  );
}

function Faqs({ groups, onAsk }: { groups: readonly FaqGroup[]; onAsk: Props['onAsk'] }) {
  const [query, setQuery] = useState('');
  const words = wordsIn(query);
  const found = findFaqs(groups, words);
  const count = found.reduce((sum, { faqs }) => sum + faqs.length, 0);
  return (
    <>
      <div className={classes.search}>
        <SearchField value={query} onChange={setQuery} label="Search the questions and answers" />
        <span role="status" className={classes.count}>
          {words.length > 0 && count > 0 && formatCount(count, 'question')}
        </span>
      </div>
      {count === 0 ? (
        <StateBox
          icon="search"
          level={3}
          title="Nothing found"
          text={`No question or answer has “${query}” in it. Try other words, or ask us.`}
          action={<PlainButton onClick={() => onAsk(query)}>Ask a Question</PlainButton>}
        />
      ) : (
        // A new search opens what it found in answers, and nothing else.
        <FaqList key={query} groups={found} words={words} titled={groups.length > 1} />
      )}
    </>
  );
}
