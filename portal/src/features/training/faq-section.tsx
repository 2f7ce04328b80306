import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import * as m from '#messages';
import type { Material, WatchedCategory } from '@lintel/contract/training/library';
import { formatCount } from '../../lib/format.ts';
import { useNear } from '../../lib/use-near.ts';
import { Card } from '../../ui/card.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { fullCategoryQuery } from './requests.ts';
import classes from './faq.module.css';

/** The words of a search query, normalized for comparison. */
export const wordsIn = (query: string): string[] =>
  query.toLocaleLowerCase('en-US').split(/\s+/).filter(Boolean);

const wordPattern = (words: readonly string[]): RegExp =>
  new RegExp(
    `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`,
    'gi',
  );

interface TextPiece {
  text: string;
  marked: boolean;
  /** The offset in the whole text. */
  start: number;
}

/** Splits a text at the start and end of each match. */
export function splitByWords(whole: string, words: readonly string[]): TextPiece[] {
  if (words.length === 0) return [{ text: whole, marked: false, start: 0 }];
  let start = 0;
  const pieces = whole.split(wordPattern(words)).map((text, index): TextPiece => {
    const piece = { text, marked: index % 2 === 1, start };
    start += text.length;
    return piece;
  });
  return pieces.filter(({ text }) => text !== '');
}

const parseHtml = (html: string): HTMLElement =>
  new DOMParser().parseFromString(html, 'text/html').body;

/** The text content of sanitized HTML. */
export const readableText = (html: string): string => parseHtml(html).textContent;

/** Sanitized HTML with the words marked in its text, never inside tags. */
export function markedHtml(html: string, words: readonly string[]): string {
  if (words.length === 0) return html;
  const body = parseHtml(html);
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const nodes = splitByWords(text.data, words).map((piece) => {
      if (!piece.marked) return piece.text;
      const mark = body.ownerDocument.createElement('mark');
      mark.textContent = piece.text;
      return mark;
    });
    text.replaceWith(...nodes);
  }
  return body.innerHTML;
}

/** A question with its answer, and both in searchable form. */
interface Faq {
  id: number;
  name: string;
  content: string;
  question: string;
  answer: string;
}

interface FaqGroup {
  id: number;
  name: string;
  faqs: readonly Faq[];
}

const toFaq = ({ id, name, content }: Material): Faq => ({
  id,
  name,
  content,
  question: name.toLocaleLowerCase('en-US'),
  answer: readableText(content).toLocaleLowerCase('en-US'),
});

const toGroup = ({ id, name }: WatchedCategory, materials: readonly Material[]): FaqGroup => ({
  id,
  name,
  faqs: materials.map(toFaq),
});

/** The questions that contain all the words in the question or the answer. Omits empty groups. */
function findFaqs(groups: readonly FaqGroup[], words: readonly string[]): FaqGroup[] {
  const matches = ({ question, answer }: Faq): boolean =>
    words.every((word) => question.includes(word) || answer.includes(word));
  return groups
    .map((group) => ({ ...group, faqs: group.faqs.filter(matches) }))
    .filter(({ faqs }) => faqs.length > 0);
}

/** Whether a match is only in the answer, so the answer has to be open to show it. */
const isInAnswer = ({ question }: Faq, words: readonly string[]): boolean =>
  words.length > 0 && !words.every((word) => question.includes(word));

interface Props {
  userId: number;
  categories: readonly WatchedCategory[];
  /** Opens the question form with the unsuccessful search. */
  onAskQuestion(subject: string): void;
}

/** Common questions with their answers, and a search in both. */
export function FaqSection({ userId, categories, onAskQuestion }: Props) {
  const { ref, near } = useNear<HTMLDivElement>();
  const lists = useQueries({
    queries: categories.map((category) => ({
      ...fullCategoryQuery(userId, category),
      enabled: near,
    })),
  });
  const retry = (): void => lists.forEach((list) => list.isError && void list.refetch());
  const failed = lists.some(({ isError }) => isError);
  const loading = lists.some(({ data }) => data === undefined);
  const groups = categories.map((category, index) => toGroup(category, lists[index]?.data ?? []));
  return (
    <div ref={ref}>
      <Card title={m.training_faq_title()}>
        {failed && <ErrorState text={m.training_faq_loadFailed()} onRetry={retry} />}
        {!failed && loading && <SkeletonRows columns={1} rows={5} />}
        {!failed && !loading && <Faqs groups={groups} onAskQuestion={onAskQuestion} />}
      </Card>
    </div>
  );
}

function Faqs({
  groups,
  onAskQuestion,
}: {
  groups: readonly FaqGroup[];
  onAskQuestion: Props['onAskQuestion'];
}) {
  const [query, setQuery] = useState('');
  const words = wordsIn(query);
  const found = findFaqs(groups, words);
  const count = found.reduce((sum, { faqs }) => sum + faqs.length, 0);
  return (
    <>
      <div className={classes.search}>
        <SearchField value={query} onChange={setQuery} label={m.training_faq_search()} />
        <span role="status" className={classes.count}>
          {words.length > 0 &&
            count > 0 &&
            formatCount(count, m.training_faq_question_one(), m.training_faq_question_many())}
        </span>
      </div>
      {count === 0 ? (
        <StateBox
          icon="search"
          level={3}
          title={m.common_nothingFound()}
          text={m.training_faq_noMatches({ query })}
          action={
            <PlainButton onClick={() => onAskQuestion(query)}>{m.training_ask_title()}</PlainButton>
          }
        />
      ) : (
        // A new search opens exactly the answers with matches.
        <FaqList key={query} groups={found} words={words} titled={groups.length > 1} />
      )}
    </>
  );
}

interface FaqListProps {
  groups: readonly FaqGroup[];
  /** The search words. */
  words: readonly string[];
  /** Whether the groups have headings. */
  titled: boolean;
}

/** Questions that expand to their answers; several can be open. */
function FaqList({ groups, words, titled }: FaqListProps) {
  return groups.map(({ id, name, faqs }) => (
    <section key={id} className={classes.group} aria-label={name}>
      {titled && <h3 className={classes.groupName}>{name}</h3>}
      <div className={classes.list}>
        {faqs.map((faq) => (
          <FaqItem key={faq.id} faq={faq} words={words} level={titled ? 4 : 3} />
        ))}
      </div>
    </section>
  ));
}

function FaqItem({ faq, words, level }: { faq: Faq; words: readonly string[]; level: 3 | 4 }) {
  const [open, setOpen] = useState(() => isInAnswer(faq, words));
  const Heading = `h${level}` as const;
  const panel = `answer-${faq.id}`;
  return (
    <div className={classes.item}>
      <Heading className={classes.question}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
        >
          <span>
            {splitByWords(faq.name, words).map(({ text, marked, start }) =>
              marked ? <mark key={start}>{text}</mark> : text,
            )}
          </span>
          <IconChevronDown size={18} aria-hidden />
        </button>
      </Heading>
      {/* The server has sanitized the answer: links, lists, and emphasis, but no scripts or styles.
       */}
      {open && (
        <div
          id={panel}
          className={classes.answer}
          dangerouslySetInnerHTML={{ __html: markedHtml(faq.content, words) }}
        />
      )}
    </div>
  );
}
