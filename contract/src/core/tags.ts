/** Whether text contains a complete tag. Runs in linear time for any input. */
export function hasTags(text: string): boolean {
  const start = text.search(/<\/?[a-z]/i);
  return start !== -1 && text.includes('>', start);
}

/** Text without its tags, each from a `<` to the next `>`. Runs in linear time for any input. */
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
