import type { SharedSection } from '@lintel/contract/core/sections';
import type { Database } from '../../platform/db/connect.ts';
import type { Sections } from '../../platform/http/sections.ts';

/** A timeline event of a customer, ready for display. */
export interface TimelineItem {
  at: Date;
  /** The kind, for its icon. */
  kind: string;
  /** A sentence; without it the kind is shown. */
  text?: string;
  /** Portal path with more details. */
  href?: string;
  details?: Record<string, unknown>;
}

/** A customer's timeline for a caller with these sections. */
export interface TimelineQuery {
  contractorId: number;
  customerId: number;
  /** Sources omit items of sections that the caller can't see. */
  seen: Sections;
}

/** Loads a domain's events of a customer before a given time, latest first, at most `limit`. */
export type TimelineSource = (
  db: Database,
  of: TimelineQuery,
  before: Date,
  limit: number,
) => Promise<TimelineItem[]>;

/** A source and the section required to see it. */
export interface SeenSource {
  section: SharedSection;
  read: TimelineSource;
}

declare module '../../platform/context.ts' {
  interface Context {
    /** Other domains' events of a customer. */
    customerTimelines: readonly SeenSource[];
  }
}
