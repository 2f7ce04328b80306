import { Visitor, type Node, type Program } from 'oxc-parser';
import type { Catalog } from '../lib/catalog.ts';

/** Attributes and object properties whose text people read. */
const shown = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'cancel',
  'caption',
  'confirm',
  'description',
  'heading',
  'help',
  'hint',
  'label',
  'lead',
  'legend',
  'note',
  'nothingFoundMessage',
  'placeholder',
  'purpose',
  'submit',
  'summary',
  'text',
  'title',
]);

/** Has letters and isn't a hex color. */
const hasLetters = (text: string): boolean => /\p{L}/u.test(text) && !/^#[\da-f]{3,8}$/i.test(text);

/** Whether an expression can evaluate to a literal text. */
function isWritten(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && hasLetters(node.value);
  if (node.type === 'TemplateLiteral')
    return node.quasis.some(({ value }) => hasLetters(value.raw));
  if (node.type === 'ConditionalExpression')
    return isWritten(node.consequent) || isWritten(node.alternate);
  const joins =
    node.type === 'LogicalExpression' ||
    (node.type === 'BinaryExpression' && node.operator === '+');
  return joins && (isWritten(node.left) || isWritten(node.right));
}

/** Offsets of hard-coded texts that people read. */
export function hardCodedTexts(program: Program): number[] {
  const found: number[] = [];
  const look = (node: Node): void => void (isWritten(node) && found.push(node.start));
  new Visitor({
    JSXText: ({ value, start }) => void (hasLetters(value) && found.push(start)),
    JSXElement: ({ children }) => {
      for (const child of children)
        if (child.type === 'JSXExpressionContainer') look(child.expression);
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !shown.has(name.name) || value === null) return;
      if (value.type === 'Literal') look(value);
      else if (value.type === 'JSXExpressionContainer') look(value.expression);
    },
    Property: ({ key, value, computed }) => {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : '';
      if (!computed && typeof name === 'string' && shown.has(name)) look(value);
    },
  }).visit(program);
  return found;
}

/** A workspace's catalog texts that no source uses. */
export const unusedTexts = (sources: readonly { text: string }[], catalog: Catalog): string[] => {
  const used = new Set(
    sources.flatMap(({ text }) => [
      ...[...text.matchAll(/\bm\.(\w+)\b/g)].map(([, key]) => key),
      // A script that picks single texts reads the catalog itself.
      ...[
        ...text.matchAll(/^import \{ (\w+)(?: as \w+)? \} from '[./]*\/messages\/\w+\.json'/gm),
      ].map(([, key]) => key),
    ]),
  );
  return Object.keys(catalog).filter((key) => !key.startsWith('$') && !used.has(key));
};

const keyForm = /^([a-z][a-zA-Z\d]*)(?:_[a-z][a-zA-Z\d]*){1,3}$/;

/**
 * The keys of a catalog that aren't named by place and role: `place_role` to `place_part_part_role`
 * in camelCase, where the first part is one of `places`.
 */
export const misnamedTexts = (catalog: Catalog, places: ReadonlySet<string>): string[] =>
  Object.keys(catalog).filter(
    (key) => !key.startsWith('$') && !places.has(keyForm.exec(key)?.[1] ?? ''),
  );
