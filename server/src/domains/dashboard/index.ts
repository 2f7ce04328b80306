import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { dashboardRoutes } from './routes.ts';

/** Pending work of staff and of contractors. */
export const part = (context: Context): Part => ({ routes: dashboardRoutes(context) });
