import { AppError } from '../../../platform/errors.ts';
import type { HelperPool } from '../../../platform/helper/pool.ts';
import { renderTemplate } from '../../../platform/liquid/in-helper.ts';
import { TemplateError } from '../../../platform/liquid/problem.ts';
import { RenderError } from '../../../platform/render/render-error.ts';
import type { TemplateData } from './data.ts';

/** The HTML that a template makes of data. Throws `render_failed` with the line, or `busy`. */
export type Draft = (body: string, data: TemplateData) => Promise<string>;

/** Values are escaped for HTML; `raw` is there for pieces that a template itself has captured. */
export const draftIn =
  (pool: HelperPool, timeZone: string): Draft =>
  (source, data) =>
    drawing(() => renderTemplate(pool, { source, data, escaping: 'html', timeZone }));

/**
 * The answer for a template that cannot be drawn: said as a whole and at the field that holds the
 * template.
 */
export const renderFailed = (message: string): AppError =>
  new AppError('render_failed', { message, fields: { body: message } });

/**
 * Runs what draws, with its errors as the API tells them: `busy`, or `render_failed` with the
 * construct by its name.
 */
export async function drawing<Result>(draw: () => Promise<Result>): Promise<Result> {
  try {
    return await draw();
  } catch (error) {
    if (error instanceof TemplateError) throw renderFailed(error.message);
    if (!(error instanceof RenderError)) throw error;
    throw error.code === 'busy' ? new AppError('busy') : renderFailed(error.message);
  }
}
