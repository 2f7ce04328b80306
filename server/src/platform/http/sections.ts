import { mapValues } from '@lintel/contract/core/map-values';
import { sharedSections, type SharedSection } from '@lintel/contract/core/sections';
import { mayUse, type Caller } from './caller.ts';

/** Which sections a caller sees, for answers that compose data of several. */
export type Sections = Readonly<Record<SharedSection, boolean>>;

/** The sections that `caller` sees. */
export const sectionsOf = (caller: Caller): Sections =>
  mapValues(sharedSections, (access) => mayUse(access, caller));
