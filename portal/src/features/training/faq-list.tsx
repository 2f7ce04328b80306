import { useState } from 'react';
import { IconChevronDown } from '../../ui/icons.ts';
import { isInAnswer, type Faq, type FaqGroup } from './faq-search.ts';
import { markedHtml, piecesOf } from './marked-text.ts';
import classes from './faq.module.css';

interface Props {
  groups: readonly FaqGroup[];
  /** What is searched for. */
  words: readonly string[];
  /** Whether the groups need their names. */
  titled: boolean;
}

/** Questions that open on their answers; several can be open. */
export function FaqList({ groups, words, titled }: Props) {
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
            {piecesOf(faq.name, words).map(({ text, marked, start }) =>
              marked ? <mark key={start}>{text}</mark> : text,
            )}
          </span>
          <IconChevronDown size={18} aria-hidden />
        </button>
      </Heading>
      {/* The server has cleaned the answer: links, lists and emphasis, no scripts and no styles. */}
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
