/**
 * An attachment's header for a file named by people: plain letters for old browsers, the whole name
 * for the others.
 */
export function attachment(title: string, extension: string): string {
  const name = title.replace(/[\p{Cc}"\\/:*?<>|]+/gu, ' ').trim() || 'image';
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7E]/g, '');
  const whole = encodeURIComponent(`${name}.${extension}`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain || 'image'}.${extension}"; filename*=UTF-8''${whole}`;
}
