import type { Difference } from './picture-difference.ts';
import type { RenderErrorCode } from './render-error.ts';
import type { TakumiInput } from './takumi.ts';

/** What the helper process does, by its name: what it is given, and what it gives back. */
export interface HelperTasks {
  draw: { input: TakumiInput; output: Uint8Array };
  pages: { input: { pdf: Uint8Array; width: number }; output: Uint8Array[] };
  difference: { input: { first: Uint8Array; second: Uint8Array }; output: Difference };
  ready: { input: null; output: null };
}

export type TaskName = keyof HelperTasks;

export type Request = { [Name in TaskName]: { id: number; task: Name; input: HelperTasks[Name]['input'] } }[TaskName];

export type Answer =
  | { id: number; output: HelperTasks[TaskName]['output'] }
  | { id: number; error: { code: RenderErrorCode; message: string } };
