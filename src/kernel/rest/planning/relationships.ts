// Resolves the relationship of an embedded name. Messages and hints are PostgREST's.
import { closestMatch, minSimilarity } from './close-match.ts'
import { RestError, UnknownName } from '../errors/rest-error.ts'
import type { Relationship, SchemaCache, Table } from '../schema/schema.ts'

/** `name` is a relation, a constraint, a foreign key column or a function; `hint` disambiguates. */
export function findRelationship(
  origin: Table,
  name: string,
  hint: string | undefined,
  cache: SchemaCache,
): Relationship {
  // A function of this name overrides the relationship of a foreign key.
  const computed = origin.relationships.find(({ computedBy }) => computedBy?.name === name)
  if (computed) return computed
  const found = origin.relationships.filter((relationship) => matchesName(relationship, name, hint))
  if (found.length === 1) return found[0]!
  throw found.length === 0
    ? notRelated(origin, name, hint, suggestion(origin, name, cache))
    : ambiguous(origin, name, found)
}

function matchesName(relationship: Relationship, name: string, hint: string | undefined) {
  const { cardinality, source, target, key, junction } = relationship
  if (cardinality === 'computed' || target.schema !== source.schema) return false
  const [pair] = key.columns.length === 1 ? key.columns : []
  if (source === target) return selfReferenceMatches(relationship, name, hint)
  if (hint === undefined)
    return name === target.name || (!junction && !target.isView && (name === key.constraint || name === pair?.[0]))
  if (name !== target.name) return false
  return junction ? hint === junction.table.name : hint === key.constraint || hint === pair?.[0] || hint === pair?.[1]
}

/** A self-reference has two directions: the table's name selects the children, the column's name the parent. */
function selfReferenceMatches(
  { cardinality, target, key, junction }: Relationship,
  name: string,
  hint: string | undefined,
) {
  const [pair] = key.columns.length === 1 ? key.columns : []
  if (cardinality === 'many-to-one') return hint === undefined && pair?.[0] === name
  if (name !== target.name) return false
  if (!junction) return hint === undefined || hint === pair?.[1] || hint === key.constraint
  // For a junction: determines which of its two keys points to the embedded rows.
  const { constraint, columns } = junction.toTarget
  return hint === junction.table.name || hint === constraint || (columns.length === 1 && hint === columns[0]![0])
}

export function notRelated(
  origin: Pick<Table, 'schema' | 'name'>,
  name: string,
  hint: string | undefined,
  meant: string | null = null,
) {
  return new UnknownName(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${name}'${hint === undefined ? '' : ` using the hint '${hint}'`} in the schema '${origin.schema}', but no matches were found.`,
      hint: meant,
    },
  )
}

/** A relation related to this one; if there is none, a relation that has relationships. */
function suggestion(origin: Table, name: string, cache: SchemaCache) {
  const hasOwn = origin.relationships.length > 0
  const meant = hasOwn ? name : origin.name
  const candidates = hasOwn
    ? origin.relationships.map(({ target }) => target.name)
    : [...cache.tables.values()]
        .filter(({ schema, relationships }) => schema === origin.schema && relationships.length > 0)
        .map((table) => table.name)
  const close = candidates.includes(meant) ? undefined : closestMatch(meant, candidates, minSimilarity)
  return close === undefined ? null : `Perhaps you meant '${close}' instead of '${meant}'.`
}

function ambiguous(origin: Table, name: string, found: Relationship[]) {
  const choices = found.map(({ source, target, key, junction }) => {
    const through = junction && (source === target ? junction.toTarget.constraint : junction.table.name)
    return `'${target.name}!${through ?? key.constraint}'`
  })
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${name}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function describe({ cardinality, source, target, key, junction }: Relationship) {
  const here = key.columns.map((pair) => pair[0]).join(', ')
  const there = key.columns.map((pair) => pair[1]).join(', ')
  return {
    cardinality,
    embedding: `${source.name} with ${target.name}`,
    relationship: junction
      ? `${junction.table.name} using ${key.constraint}(${there}) and ${junction.toTarget.constraint}(${junction.toTarget.columns.map((pair) => pair[0]).join(', ')})`
      : `${key.constraint} using ${source.name}(${here}) and ${target.name}(${there})`,
  }
}
