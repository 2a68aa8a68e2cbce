// The methods that a path supports: the response to OPTIONS.
import { type IncomingRequest, chooseSchema, readTarget } from './parse-request.ts'
import { findTable } from './planning/resolve-names.ts'
import { type SchemaCache, keyOf } from './schema/schema.ts'

export function allowedMethods(incoming: IncomingRequest, cache: SchemaCache): string[] {
  const target = readTarget(incoming.path)
  const reading = ['OPTIONS', 'GET', 'HEAD']
  if (target.kind === 'root') return reading
  const { schema } = chooseSchema(incoming, cache.settings.schemas)
  if (target.kind === 'function') {
    const overloads = cache.functions.get(keyOf(schema, target.name)) ?? []
    const isChanging = overloads.length > 0 && overloads.every(({ volatility }) => volatility === 'volatile')
    return isChanging ? ['OPTIONS', 'POST'] : [...reading, 'POST']
  }
  const { can, primaryKey } = findTable(cache, schema, target.name)
  return [
    ...reading,
    ...(can.insert ? ['POST'] : []),
    ...(can.insert && can.update && primaryKey.length > 0 ? ['PUT'] : []),
    ...(can.update ? ['PATCH'] : []),
    ...(can.delete ? ['DELETE'] : []),
  ]
}
