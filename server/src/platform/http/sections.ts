import { mapValues } from '@lintel/contract/core/map-values';
import { sharedSections, type SharedSection } from '@lintel/contract/core/sections';
import { mayUse, type Caller } from './caller.ts';

/** The sections that a caller can see, for responses that combine data of several. */
export type Sections = Readonly<Record<SharedSection, boolean>>;

export const resolveSections = (caller: Caller): Sections =>
  mapValues(sharedSections, (access) => mayUse(access, caller));
