import { expect, it } from 'vitest';
import { markedHtml, splitByWords, readableText, wordsIn } from './faq-section.tsx';

it('search words are marked in a text, regardless of case', () => {
  const cut = (text: string, query: string): string[] =>
    splitByWords(text, wordsIn(query)).map((piece) =>
      piece.marked ? `[${piece.text}]` : piece.text,
    );
  expect(cut('Pay by card, Card on file', 'card')).toEqual([
    'Pay by ',
    '[card]',
    ', ',
    '[Card]',
    ' on file',
  ]);
  expect(cut('a+b costs $5', 'a+b $5')).toEqual(['[a+b]', ' costs ', '[$5]']);
  expect(cut('as it is', '  ')).toEqual(['as it is']);
});

it('in HTML, words are marked in the text and tags stay unchanged', () => {
  const html = '<p>Open <a href="/billing">Billing</a> &amp; pay &lt;now&gt;</p>';
  expect(markedHtml(html, wordsIn('billing'))).toBe(
    '<p>Open <a href="/billing"><mark>Billing</mark></a> &amp; pay &lt;now&gt;</p>',
  );
  expect(markedHtml(html, wordsIn('href p'))).toBe(
    '<p>O<mark>p</mark>en <a href="/billing">Billing</a> &amp; <mark>p</mark>ay &lt;now&gt;</p>',
  );
  expect(readableText(html)).toBe('Open Billing & pay <now>');
});
