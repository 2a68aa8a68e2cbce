// Resolves the prefix of a filter, order or limit to an embedded relation.
import { type Scope } from '../parsing/query.ts'
import type { SelectedEmbed } from '../parsing/select.ts'
import { RestError, notEmbedded } from '../errors/rest-error.ts'

/** A relation that has an alias but is named by its table, with the alias that should be used. */
export type DeprecatedReference = { name: string; alias: string }

/** Aliases take precedence. A table's name that matches several relations is refused: only one of them would be filtered. */
export function scopesOf(scope: Scope, selected: SelectedEmbed[]) {
  const scopes = new Map<SelectedEmbed, Scope>()
  const deprecatedReferences: DeprecatedReference[] = []
  const isKey = (name: string) => (item: SelectedEmbed) => (item.alias ?? item.name) === name
  for (const [name, inner] of scope.inside) for (const item of selected.filter(isKey(name))) scopes.set(item, inner)
  for (const [name, inner] of scope.inside) {
    if (selected.some(isKey(name))) continue
    const named = selected.filter((item) => item.name === name)
    if (named.length === 0) throw notEmbedded(name)
    const [only] = named
    if (named.length > 1 || scopes.has(only!)) throw ambiguous(name, named)
    scopes.set(only!, inner)
    deprecatedReferences.push({ name, alias: only!.alias! })
  }
  return { scopes, deprecatedReferences }
}

const ambiguous = (name: string, named: SelectedEmbed[]) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    details: 'Target names are not allowed in filters if they have an alias',
    hint: `Change '${name}' to ${named.map(({ alias }) => `'${alias}'`).join(' or ')} in filters, orders or limits.`,
  })
