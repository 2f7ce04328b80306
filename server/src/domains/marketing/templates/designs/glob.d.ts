interface ImportMeta {
  /** Vite's: the texts of the files, put into the program when it is built. */
  glob(
    pattern: string,
    options: { query: '?raw'; import: 'default'; eager: true },
  ): Record<string, string>;
}
