/** URLs of the built scripts and styles. */
export interface Assets {
  script: string;
  styles: string[];
  preload: string[];
}
