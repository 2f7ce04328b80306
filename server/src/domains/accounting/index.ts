import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { accountingRoutes } from './routes.ts';

/** Exports for the provider's accounting, and what each contractor earned in a year. */
export const part = (context: Context): Part => ({ routes: accountingRoutes(context) });
