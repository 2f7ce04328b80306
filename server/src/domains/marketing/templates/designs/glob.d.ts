interface ImportMeta {
  /** Vite's: the file contents, inlined at build time. */
  glob(
    pattern: string,
    options: { query: '?raw'; import: 'default'; eager: true },
  ): Record<string, string>;
}
