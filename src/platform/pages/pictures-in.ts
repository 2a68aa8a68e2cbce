// The pictures that blocks reference.

/** The picture ids in blocks: `{ id, alt }` objects at any depth. */
export const pictureIdsIn = (part: unknown): string[] => [...new Set(idsIn(part))]

function idsIn(part: unknown): string[] {
  if (!part || typeof part !== 'object') return []
  const { id, alt } = part as { id?: unknown; alt?: unknown }
  if (typeof id === 'string' && typeof alt === 'string') return id ? [id] : []
  return Object.values(part).flatMap(idsIn)
}
