/**
 * Why something was not drawn.
 * - `busy`: too many renderings wait already; try again later.
 * - `timeout`: it took longer than the time limit.
 * - `too_large`: the HTML, its pictures, the result or the memory it needs are above a limit.
 * - `unsupported`: the HTML holds something that is refused or that the engine cannot draw; the message names it and its line.
 * - `failed`: the engine could not be started or broke down, twice in a row.
 */
export type RenderErrorCode = 'busy' | 'timeout' | 'too_large' | 'unsupported' | 'failed';

/** The one error of the renderer. Its message may be shown to the author of the template. */
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
