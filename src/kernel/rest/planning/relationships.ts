// Which relationship an embedded name means. Texts and hints are PostgREST's.
import { closeMatch } from './close-match.ts'
import { RestError, UnknownName } from '../rest-error.ts'
import type { Relationship, SchemaCache, Table } from '../schema/schema.ts'

/** `name` is a relation, a constraint, a column that points there, or a function; `hint` narrows it down. */
export function findRelationship(
  origin: Table,
  name: string,
  hint: string | undefined,
  cache: SchemaCache,
): Relationship {
  const found = origin.relationships.filter((relationship) => fits(relationship, name, hint))
  if (found.length === 1) return found[0]!
  throw found.length === 0 ? notRelated(origin, name, hint, cache) : ambiguous(origin, name, found)
}

function fits(relationship: Relationship, name: string, hint: string | undefined) {
  const { cardinality, source, target, key, junction, functionName } = relationship
  if (cardinality === 'computed') return name === functionName
  if (target.schema !== source.schema) return false
  const [pair] = key.columns.length === 1 ? key.columns : []
  const isOnward = cardinality === 'many-to-one'
  if (source === target && !junction) {
    // One foreign key, two directions: the table's name goes down to the children, the column's name up to the parent.
    if (isOnward) return hint === undefined && pair?.[0] === name
    return name === target.name && (hint === undefined || hint === pair?.[1] || hint === key.constraint)
  }
  if (hint === undefined)
    return (
      name === target.name ||
      (!junction && (name === key.constraint || (isToOneByOwnColumn(relationship) && name === pair?.[0])))
    )
  if (name !== target.name) return false
  return junction ? hint === junction.table.name : hint === key.constraint || hint === pair?.[0] || hint === pair?.[1]
}

/** The column stands in the source and is the foreign key, not the key it points to. */
const isToOneByOwnColumn = ({ cardinality }: Relationship) => cardinality !== 'one-to-many'

function notRelated(origin: Table, name: string, hint: string | undefined, cache: SchemaCache) {
  const known = origin.relationships.map((relationship) => relationship.target.name)
  const suggestion = known.includes(name) ? undefined : closeMatch(name, known, 0.33)
  const isUnknownTable = ![...cache.tables.values()].some((table) => table.name === name)
  return new UnknownName(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${name}'${hint === undefined ? '' : ` using the hint '${hint}'`} in the schema '${origin.schema}', but no matches were found.`,
      hint: suggestion && isUnknownTable ? `Perhaps you meant '${suggestion}' instead of '${name}'.` : null,
    },
  )
}

function ambiguous(origin: Table, name: string, found: Relationship[]) {
  const choices = found.map(
    ({ target, key, junction }) => `'${target.name}!${junction ? junction.table.name : key.constraint}'`,
  )
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
