/** What everything about the templates begins with in the store of answers. */
export const templatesKey = ['marketing-templates'] as const;
