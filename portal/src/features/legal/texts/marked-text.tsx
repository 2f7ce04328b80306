import { createElement, Fragment, type ReactNode } from 'react';
import { readMarkup, type Block, type Inline } from '@lintel/contract/legal/markup';
import classes from './texts.module.css';

/** The parts of a text never change order, so they need no keys. */
const all = (tag: 'ul' | typeof Fragment, children: readonly ReactNode[]) =>
  createElement(tag, null, ...children);

function renderInline({ text, bold, href }: Inline): ReactNode {
  if (bold) return <strong>{text}</strong>;
  return href === undefined ? text : <u title={href}>{text}</u>;
}
const renderInlines = (parts: readonly Inline[]): ReactNode =>
  all(Fragment, parts.map(renderInline));
const renderItem = (parts: Inline[]): ReactNode => <li>{renderInlines(parts)}</li>;

function renderBlock(block: Block): ReactNode {
  if (block.kind === 'list') return all('ul', block.items.map(renderItem));
  const words = renderInlines(block.parts);
  if (block.kind === 'paragraph') return <p>{words}</p>;
  return block.kind === 'title' ? <h4>{words}</h4> : <h5>{words}</h5>;
}

/** A rendered legal text with its placeholders unfilled. Never interpreted as HTML. */
export const MarkedText = ({ text, lang }: { text: string; lang: string }) => (
  <div className={classes.marked} lang={lang}>
    {all(Fragment, readMarkup(text).map(renderBlock))}
  </div>
);
