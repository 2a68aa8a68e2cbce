/** An id that is the same on every machine, for rows that are planted. `kind` keeps the rows of different tables apart. */
export const seedId = (kind: number, n: number) =>
  `00000000-0000-4000-8${kind.toString().padStart(3, '0')}-${n.toString().padStart(12, '0')}`
