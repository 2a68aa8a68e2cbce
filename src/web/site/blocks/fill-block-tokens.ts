import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { placeholderValues } from '#platform/pages/placeholders.ts'
import { fillTokens } from '#lib/forms/fill-tokens.ts'

/** Replaces business tokens in all texts of a block, at any depth. */
export function fillBlockTokens<Content>(content: Content, business: PublicBusinessProfile): Content {
  const values = placeholderValues(business)
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return part.includes('{{') ? fillTokens(part, values) : part
    if (Array.isArray(part)) return part.map(fill)
    if (part === null || typeof part !== 'object') return part
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, fill(value)]))
  }
  return fill(content) as Content
}
