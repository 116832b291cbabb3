// Words of a spec: a name, perhaps with a number behind a colon.

export const head = (word: unknown) => (typeof word === "string" ? word.split(":")[0] : "");
export const isLayered = (method: string) => method === "layers" || method === "no-residual";
