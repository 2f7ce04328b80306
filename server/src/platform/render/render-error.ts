import { errorCatalog } from '@lintel/contract/core/errors';

/**
 * Why something wasn't rendered or read.
 * - `busy`: the machine is overloaded; the request may be valid, and a retry may work.
 * - `timeout`: it exceeded its CPU limit.
 * - `too_large`: the HTML, its images, the result, or the required memory is above a limit.
 * - `unsupported`: the HTML contains something forbidden or unsupported; the message has its line.
 * - `unavailable`: the process couldn't start, was killed from outside, or is closed.
 * - `failed`: the work crashed, or the browser couldn't start.
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

export const busy = (): RenderError => new RenderError('busy', errorCatalog.busy[1]);
