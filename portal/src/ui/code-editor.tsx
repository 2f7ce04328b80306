import { useEffect, useEffectEvent, useRef, useState, useId } from 'react';
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
import { Input } from '@mantine/core';
import * as m from '#messages';
import { codeLook, lineHeight, textPadding, json } from './code-editor-look.ts';
import { toDiagnostics, problemRange, type CodeProblem } from './code-problems.ts';
import classes from './code-editor.module.css';

interface Change {
  from: number;
  to: number;
  insert: string;
}

/** The minimal changes from one text to the next, so the cursor and undo history survive. */
export function changesBetween(old: string, next: string): Change[] {
  const kept = next === '' ? -1 : old.indexOf(next);
  if (kept >= 0) {
    const end = kept + next.length;
    return [
      { from: 0, to: kept, insert: '' },
      { from: end, to: old.length, insert: '' },
    ];
  }
  const shortest = Math.min(old.length, next.length);
  let start = 0;
  while (start < shortest && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  return [{ from: start, to: old.length - end, insert: next.slice(start, next.length - end) }];
}

type CodeLanguage = 'html' | 'json';

/** The editor's height in pixels, including its border, for this number of lines. */
const rowsHeight = (rows: number): number => rows * lineHeight + 2 * (textPadding + 1);

interface Options {
  value: string;
  language: CodeLanguage;
  readOnly: boolean;
  problems: readonly CodeProblem[];
  /** Attributes of the editable element, such as its name and description. */
  attributes: Record<string, string>;
  onChange(value: string): void;
  onBlur(): void;
}

/** Tab isn't bound, so it leaves the editor. */
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

/**
 * Sets these attributes on the editable element. They are JSON, so equal values compare as equal.
 */
const describe = (attributes: string): Extension => {
  const given: Record<string, string> = JSON.parse(attributes);
  return EditorView.contentAttributes.of(given);
};

/** An editor inside the `host` element; `jump` moves the cursor to a problem. */
function useCodeView({
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
  const handleBlur = useEffectEvent(onBlur);
  const start = useEffectEvent((parent: HTMLElement) => {
    const listen = EditorView.updateListener.of(
      ({ docChanged, state }) => docChanged && changed(state.doc.toString()),
    );
    const leave = EditorView.domEventHandlers({ blur: () => handleBlur() });
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
    current?.dispatch(setDiagnostics(current.state, toDiagnostics(current.state.doc, problems)));
  }, [problems]);
  const jump = (problem: CodeProblem): void => {
    if (view.current !== null) goTo(view.current, problem);
  };
  return { host, jump };
}

function goTo(view: EditorView, problem: CodeProblem): void {
  view.dispatch({
    selection: { anchor: problemRange(view.state.doc, problem).from },
    scrollIntoView: true,
  });
  view.focus();
}

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Problems in the code: marked at their lines and listed below. */
  problems?: readonly CodeProblem[];
  /** An error of the whole field. */
  error?: string | undefined;
  required?: boolean;
  /** The exact height in lines; by default, the height follows the window. */
  rows?: number;
  readOnly?: boolean;
  language?: CodeLanguage;
}

const none: readonly CodeProblem[] = [];

/** A code field, HTML with Liquid by default. The Tab key leaves it, like any other field. */
export function CodeEditor(props: Props) {
  const {
    label,
    value,
    onChange,
    onBlur = () => undefined,
    problems = none,
    error,
    required = false,
  } = props;
  const { rows, readOnly = false, language = 'html' } = props;
  const id = useId();
  const wrong = problems.length > 0 || error !== undefined;
  const { host, jump } = useCodeView({
    value,
    problems,
    onChange,
    onBlur,
    language,
    readOnly,
    attributes: {
      tabindex: '0',
      'aria-labelledby': `${id}-label`,
      'aria-required': String(required),
      'aria-invalid': String(wrong),
      ...(readOnly && { 'aria-readonly': 'true' }),
      ...(wrong && { 'aria-describedby': `${id}-wrong` }),
    },
  });
  return (
    <div>
      <Input.Label id={`${id}-label`} labelElement="div" required={required} size="sm">
        {label}
      </Input.Label>
      <div
        ref={host}
        className={classes.editor}
        data-wrong={wrong || undefined}
        data-rows={rows}
        style={rows === undefined ? undefined : { height: rowsHeight(rows) }}
      />
      <Problems id={`${id}-wrong`} problems={problems} error={error} onJump={jump} />
    </div>
  );
}

interface ProblemsProps {
  id: string;
  problems: readonly CodeProblem[];
  error: string | undefined;
  onJump: (problem: CodeProblem) => void;
}

/** The errors below the code; each problem links to its line. */
const Problems = ({ id, problems, error, onJump }: ProblemsProps) => (
  <div id={id} className={classes.wrong} aria-live="polite">
    {problems.map((problem) => (
      <p key={JSON.stringify(problem)}>
        <button type="button" onClick={() => onJump(problem)}>
          {m.common_codeEditor_line({ line: problem.line })}
        </button>
        {problem.message}
      </p>
    ))}
    {error !== undefined && problems.length === 0 && <p>{error}</p>}
  </div>
);
