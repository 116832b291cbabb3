// Why a spec is not followed: a sentence, and the field that it is about.

export const NEEDS_SERVER = "needs the local server: `tokenflock explore`";

export class Refusal extends Error {
  constructor(readonly field: string | null, sentence: string) {
    super(sentence);
  }
}

/** What only Python does. */
export function serverNeeded(field: string, what: string): Refusal {
  return new Refusal(field, `${what} ${NEEDS_SERVER}.`);
}
