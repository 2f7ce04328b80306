import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { liquid } from '@codemirror/lang-liquid';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { codeLook, lineHeight, textPadding } from './code-editor-look.ts';
import { changesBetween } from './code-changes.ts';
import { diagnosticsOf, placeOf, type CodeProblem } from './code-problems.ts';
import { json } from './json-language.ts';

export type CodeLanguage = 'html' | 'json';

/** The editor's height in pixels, with its border, when exactly so many lines are in view. */
export const rowsHeight = (rows: number): number => rows * lineHeight + 2 * (textPadding + 1);

interface Options {
  value: string;
  language: CodeLanguage;
  readOnly: boolean;
  problems: readonly CodeProblem[];
  /** Attributes of the element that is typed into: its name, its description. */
  attributes: Record<string, string>;
  onChange(value: string): void;
  onBlur(): void;
}

/** Tab is bound to nothing, so that it leads out of the editor. */
const editing: Extension = [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap]),
  codeLook,
];

const languages: Readonly<Record<CodeLanguage, () => Extension>> = {
  html: () => liquid({ base: html({ autoCloseTags: false }) }),
  json: () => json,
};

/** Gives the typed-into element these attributes, as JSON: equal ones are equal. */
const describe = (attributes: string): Extension =>
  EditorView.contentAttributes.of(JSON.parse(attributes) as Record<string, string>);

/** An editor in the element of `host`; `jump` puts the cursor to a problem. */
export function useCodeView({
  value,
  language,
  readOnly,
  problems,
  attributes,
  onChange,
  onBlur,
}: Options) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [described] = useState(() => new Compartment());
  const description = JSON.stringify(attributes);
  const changed = useEffectEvent(onChange);
  const left = useEffectEvent(onBlur);
  const start = useEffectEvent((parent: HTMLElement) => {
    const listen = EditorView.updateListener.of(
      ({ docChanged, state }) => docChanged && changed(state.doc.toString()),
    );
    const leave = EditorView.domEventHandlers({ blur: () => left() });
    const kind = [languages[language](), EditorState.readOnly.of(readOnly)];
    const extensions = [kind, editing, described.of(describe(description)), listen, leave];
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) });
  });
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = start(host.current);
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const old = view.current?.state.doc.toString();
    if (old !== undefined && old !== value)
      view.current?.dispatch({ changes: changesBetween(old, value) });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: described.reconfigure(describe(description)) });
  }, [described, description]);
  useEffect(() => {
    const { current } = view;
    current?.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state.doc, problems)));
  }, [problems]);
  const jump = (problem: CodeProblem): void => {
    if (view.current !== null) goTo(view.current, problem);
  };
  return { host, jump };
}

function goTo(view: EditorView, problem: CodeProblem): void {
  view.dispatch({
    selection: { anchor: placeOf(view.state.doc, problem).from },
    scrollIntoView: true,
  });
  view.focus();
}
