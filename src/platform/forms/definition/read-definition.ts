// Parses a form from untrusted JSON: size and depth first, then the schema, then the references.
import { checkDefinition } from './check-definition.ts'
import { FormDefinition } from './definition-schema.ts'
import { definitionProblem, type DefinitionProblem, limits } from './definition-problems.ts'

export type ReadDefinition = { definition: FormDefinition } | { problems: DefinitionProblem[] }

export function readDefinition(value: unknown): ReadDefinition {
  const problem = (code: Parameters<typeof definitionProblem>[0]) => ({ problems: [definitionProblem(code)] })
  // Checked before the recursive schema, because a deep document would overflow its stack.
  if (!isWithinDepth(value, limits.depth)) return problem('form_too_deep')
  if (countFields(value) > limits.fields) return problem('too_many_fields')
  if (JSON.stringify(value ?? null).length > limits.bytes) return problem('form_too_large')
  const read = FormDefinition.safeParse(value)
  if (!read.success)
    return { problems: [{ ...definitionProblem('not_a_form'), ...placeOf(read.error.issues[0]?.path) }] }
  const problems = checkDefinition(read.data)
  return problems.length > 0 ? { problems } : { definition: read.data }
}

/**
 * Counted before the schema is applied: a form with 2,000 fields gets the message about fields, not the one about size.
 */
function countFields(value: unknown): number {
  const { pages } = Object(value) as { pages?: unknown }
  const list = (one: unknown, name: string): unknown[] => {
    const found: unknown = Object(one)[name]
    return Array.isArray(found) ? found : []
  }
  return Array.isArray(pages)
    ? pages
        .flatMap((page) => list(page, 'groups'))
        .reduce((sum: number, group) => sum + list(group, 'fields').length, 0)
    : 0
}

function isWithinDepth(value: unknown, remaining: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return remaining > 0 && Object.values(value).every((part) => isWithinDepth(part, remaining - 1))
}

/** The path of an invalid value, for the builder. */
const placeOf = (path: readonly PropertyKey[] | undefined) => (path?.length ? { key: path.map(String).join('.') } : {})
