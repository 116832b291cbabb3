// The glossary: one sentence or two on every word of the field that the page uses.

const CLUSTER = "A cluster: tokens that point in nearly the same direction, within about 1/√β of each other. A token alone is one, too.";
const LOOSE = "Loose tokens are in a group too wide to be one cluster: wider than about 1/√β.";
const CENTERS = "Rényi centers: tokens that start farther than δ = 4/√β from every center before them, as cars park at random along a street (rings, with arcs of length δ). Later tokens gather around them.";
const STRONG = "Strong centers start farther than δ = 4/√β from every token before them, not from centers only (double rings). Hardly anything pulls them away, so each keeps its cluster.";
const ENERGY = "Interaction energy as a share of its maximum: one where all tokens agree. Dotted: the steps it would take if clusters no longer felt each other.";
const COSINE = "Mean cosine of the angle between two tokens, over all pairs: 1 where all agree, near 0 where they point everywhere.";
const GAP = "What is left to one, by powers of ten: so a slow approach can be seen to its end.";

const MEANINGS: Record<string, string> = {
  clusters: CLUSTER,
  "loose tokens": LOOSE,
  "Rényi centers": `${CENTERS} In parentheses: how many are expected on average.`,
  "strong centers": `${STRONG} In parentheses: how many are expected on average.`,
  "covered arcs": "Every cluster claims an arc of length δ = 4/√β. In parentheses: the share of a street that cars cover, parked at random until no other fits (Rényi’s parking constant).",
  "main directions": "These tokens have more than three coordinates: drawn are the three directions in which they spread most.",
  merges: "When two clusters became one.",
  energy: ENERGY,
  "mean cosine": COSINE,
  "1 − energy": `${ENERGY} ${GAP}`,
  "1 − mean cosine": `${COSINE} ${GAP}`,
  "angle of every token": "One line for every token: its direction on the circle, in the color of the cluster it ends in.",
  "angle to where token 0 started": "One line for every token: the angle between it and the place where the first token started, in the color of the cluster it ends in.",
  "first coordinate": "One line for every token, in the color of the cluster it ends in.",
  "cluster tree": "One line for every token; lines join where clusters merge.",
  "Rényi centers expected": `${CENTERS} The line: how many are expected on average.`,
  "strong centers expected": `${STRONG} The line: how many are expected on average.`,
  "fastest ripple": "Of all waves around the circle the one with so many crests grows fastest from a uniform start: about so many clusters form first.",
  "predicted merges": "When theory expects two clusters to meet.",
  "equiangular curve": "Theory: tokens that start at right angles keep equal angles, so one equation gives the mean cosine.",
  "two tokens": "Theory: the exact solution for two tokens.",
  "Kuramoto's solution": "Theory: the exact solution for β = 0, where tokens are Kuramoto's oscillators.",
  "predicted rate": "Theory: how fast tokens that nearly agree close in.",
  "predicted end": "What theory expects of the end from the eigenvalues of V (arXiv:2411.04990): the one farthest right decides. Crosses mark the two ends of its axis.",
  consensus: "All tokens have met in one point.",
  stable: "Tokens rest, and return when they are pushed a little.",
  metastable: "Clusters look at rest, but they still attract each other and will merge: the wait grows exponentially with β.",
  saddle: "All pulls cancel exactly, but the slightest push drives the tokens away from here.",
  moving: "At the last time some tokens still travel. A larger `last time` shows more.",
  undecided: "Neither rest nor motion could be shown.",
  "how it was computed": "How the run was computed: the method, its steps, the error that every step keeps, how far tokens are from length one at most, and the time it took.",
  Attention: "Row i, column j: how much token i listens to token j, its weight w; the largest of every row is darkest. Point at a cell to read it, zoom with the wheel.",
  "Cosines of pairs": "How alike tokens are: the cosine of the angle between two of them, counted over all pairs. 1 is the same direction, −1 the opposite one. A click on a bar chooses its tokens.",
  "Spectrum of V": "The eigenvalues of the matrix V, as points in the plane of complex numbers (×2: twice the same). The one farthest right, at the dashed line, decides where causal tokens end. Drag one, and V changes.",
  "Phase diagram": "One run for every β, time from left to right; the color is the quantity chosen here. A click opens the run.",
};

/** What a word means; undefined if there is nothing to say of it. */
export const meaningOf = (words: string): string | undefined => MEANINGS[words];
