import { useId } from 'react';
import { Input } from '@mantine/core';
import type { CodeProblem } from './code-problems.ts';
import { rowsHeight, useCodeView, type CodeLanguage } from './use-code-view.ts';
import classes from './code-editor.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Where the code is wrong: marked at its lines, and listed below. */
  problems?: readonly CodeProblem[];
  /** What is wrong with the field as a whole. */
  error?: string | undefined;
  required?: boolean;
  /** The exact height in lines; without it the height follows the window's. */
  rows?: number;
  readOnly?: boolean;
  language?: CodeLanguage;
}

const none: readonly CodeProblem[] = [];

/**
 * A field for code: HTML with Liquid unless another language is given. The Tab key leads out of it,
 * as out of any other field.
 */
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
      <Wrong id={`${id}-wrong`} problems={problems} error={error} onJump={jump} />
    </div>
  );
}

interface WrongProps {
  id: string;
  problems: readonly CodeProblem[];
  error: string | undefined;
  onJump: (problem: CodeProblem) => void;
}

/** What is wrong, below the code; each problem leads to its line. */
const Wrong = ({ id, problems, error, onJump }: WrongProps) => (
  <div id={id} className={classes.wrong} aria-live="polite">
    {problems.map((problem) => (
      <p key={JSON.stringify(problem)}>
        <button type="button" onClick={() => onJump(problem)}>
          Line {problem.line}
        </button>
        {problem.message}
      </p>
    ))}
    {error !== undefined && problems.length === 0 && <p>{error}</p>}
  </div>
);
