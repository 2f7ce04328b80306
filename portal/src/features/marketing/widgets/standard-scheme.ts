import { colorSchemes, type ColorScheme } from '@lintel/contract/marketing-constants';

/** The scheme that is chosen at first. */
export const standardScheme = colorSchemes[0] as ColorScheme;
