import { errorCatalogue } from '@lintel/contract/core/errors';

/**
 * Why something was not drawn or read.
 * - `busy`: the machine has too much to do; what was asked for may be right, and another attempt
 * may go well.
 * - `timeout`: it took more work than it may.
 * - `too_large`: the HTML, its pictures, the result or the memory it needs are above a limit.
 * - `unsupported`: the HTML holds something that is refused or that the engine cannot draw; the
 * message names it and its line.
 * - `unavailable`: the process that does the work could not be started, was ended from outside or is
 *   closed. It says nothing against what was asked for.
 * - `failed`: the work itself broke down, or the browser could not be started.
 */
export type RenderErrorCode =
  | 'busy'
  | 'timeout'
  | 'too_large'
  | 'unsupported'
  | 'unavailable'
  | 'failed';

/**
 * The only error of the renderer and the helper processes. Its message may be shown to the
 * template's author.
 */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly code: RenderErrorCode;

  constructor(code: RenderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const unsupported = (line: number, message: string): RenderError =>
  new RenderError('unsupported', `Line ${line}: ${message}`);

/** The machine was overloaded, and the request isn't at fault: a retry may work. */
export const isBusy = (error: unknown): boolean =>
  error instanceof RenderError && (error.code === 'busy' || error.code === 'unavailable');

export const busy = (): RenderError => new RenderError('busy', errorCatalogue.busy[1]);
