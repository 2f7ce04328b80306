import { StreamLanguage, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const words: readonly (readonly [RegExp, string])[] = [
  [/^"(?:[^"\\]|\\.)*"(?=\s*:)/, 'propertyName'],
  [/^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^-?\d[\d.eE+-]*/, 'number'],
  [/^(?:true|false|null)\b/, 'bool'],
  [/^[{}[\]]/, 'brace'],
];

/** JSON, for syntax highlighting only. */
export const json = StreamLanguage.define({
  name: 'json',
  token: (stream) => {
    if (stream.eatSpace()) return null;
    const found = words.find(([pattern]) => stream.match(pattern));
    if (found === undefined) stream.next();
    return found?.[1] ?? null;
  },
});

/** The theme's tones, readable on a surface in light and dark mode. */
const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword], color: 'var(--tone-red)' },
  { tag: [tags.tagName, tags.function(tags.variableName)], color: 'var(--tone-blue)' },
  {
    tag: [tags.attributeName, tags.propertyName, tags.number, tags.bool],
    color: 'var(--tone-amber)',
  },
  { tag: [tags.string, tags.attributeValue], color: 'var(--tone-green)' },
  {
    tag: [tags.comment, tags.meta, tags.angleBracket, tags.brace],
    color: 'var(--mantine-color-dimmed)',
  },
  { tag: tags.variableName, fontWeight: '600' },
]);

/** The height of a line in pixels. */
export const lineHeight = 20;
/** The padding above the first and below the last line, in pixels. */
export const textPadding = 8;

const frame = EditorView.theme({
  '&': { color: 'var(--mantine-color-text)', fontSize: '13px', minHeight: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: `${lineHeight}px`,
  },
  '.cm-content': { padding: `${textPadding}px 0`, caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-gutters': {
    background: 'var(--color-page)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--color-border)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 4px', minWidth: '24px' },
  '.cm-activeLine': { background: 'color-mix(in srgb, var(--color-raised) 60%, transparent)' },
  '.cm-activeLineGutter': { background: 'var(--color-raised)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      background: 'color-mix(in srgb, var(--color-link) 26%, transparent)',
    },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--color-tint)',
    outline: '1px solid var(--color-border)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--mantine-color-error)',
    textUnderlineOffset: '3px',
  },
  '.cm-gutter-lint': { width: '18px' },
  '.cm-lint-marker': { width: '12px', height: '12px', padding: '4px 0 0 3px' },
  '.cm-tooltip': {
    border: '1px solid var(--color-border)',
    borderRadius: '8px',
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--mantine-color-error)', fontSize: '13px' },
});

/** The editor's style, based on the theme's CSS variables, so it follows dark mode. */
export const codeLook: Extension = [frame, syntaxHighlighting(colors)];
