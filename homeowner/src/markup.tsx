import { createElement, Fragment, type ReactNode } from 'react';
import type { Block, Inline } from '@lintel/contract/legal/markup';

/** Passes children one by one: a text's parts never move, so they need no keys. */
const all = (tag: 'ul' | typeof Fragment, children: readonly ReactNode[]) =>
  createElement(tag, null, ...children);

function renderInline({ text, bold, href }: Inline): ReactNode {
  if (bold) return <strong>{text}</strong>;
  if (href === undefined) return text;
  return (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
  );
}

/** A legal text's inline content. It is data and never read as HTML. */
export const InlineText = ({ parts }: { parts: readonly Inline[] }) =>
  all(Fragment, parts.map(renderInline));

const renderItem = (parts: Inline[]): ReactNode => (
  <li>
    <InlineText parts={parts} />
  </li>
);

const renderBlock =
  (Heading: 'h2' | 'h3' | 'h4') =>
  (block: Block): ReactNode => {
    if (block.kind === 'list') return all('ul', block.items.map(renderItem));
    const words = <InlineText parts={block.parts} />;
    return block.kind === 'paragraph' ? <p>{words}</p> : <Heading>{words}</Heading>;
  };

/** A legal text's blocks; `heading` is the level of its headings. */
export const Blocks = ({
  blocks,
  heading,
}: {
  blocks: readonly Block[];
  heading: 'h2' | 'h3' | 'h4';
}) => all(Fragment, blocks.map(renderBlock(heading)));
