import { bigint, timestamp } from 'drizzle-orm/pg-core';

export const cents = (name: string) => bigint(name, { mode: 'number' });

export const moment = (name: string) => timestamp(name, { withTimezone: true });
