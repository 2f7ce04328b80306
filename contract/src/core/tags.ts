/** Whether a text holds a tag that begins and ends. In one pass over it, whatever it is. */
export function hasTags(text: string): boolean {
  const start = text.search(/<\/?[a-z]/i);
  return start !== -1 && text.includes('>', start);
}

/**
 * A text without its tags, which reach from each `<` to the next `>`. In one pass over it, whatever
 * it is.
 */
export function withoutTags(html: string): string {
  let rest = '';
  let at = 0;
  for (;;) {
    const start = html.indexOf('<', at);
    const end = start === -1 ? -1 : html.indexOf('>', start);
    if (end === -1) return rest + html.slice(at);
    rest += html.slice(at, start);
    at = end + 1;
  }
}
