/** A deterministic id for seed rows, equal on every machine. `kind` separates the rows of different tables. */
export const seedId = (kind: number, n: number) =>
  `00000000-0000-4000-8${kind.toString().padStart(3, '0')}-${n.toString().padStart(12, '0')}`
