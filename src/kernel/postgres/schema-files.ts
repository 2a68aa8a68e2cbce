import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Schema } from './migrate.ts'

/**
 * The schema of the given tables files, with the `*.functions.sql` and `*.policies.sql` files found below `roots`.
 * Functions precede policies, and modules are in the order of their tables files; modules without tables follow by name.
 */
export function schemaFiles(folder: string, roots: readonly string[], tables: readonly string[]): Schema {
  const modules = tables.map((file) => dirname(file))
  const placeOf = (file: string) => {
    const place = modules.indexOf(dirname(file))
    return place === -1 ? modules.length : place
  }
  const files = roots
    .flatMap((root) =>
      readdirSync(join(folder, root), { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
    )
    .sort()
    .sort((one, other) => placeOf(one) - placeOf(other))
  const functions = files.filter((file) => file.endsWith('.functions.sql'))
  const policies = files.filter((file) => file.endsWith('.policies.sql'))
  return { folder, tables, code: [...functions, ...policies] }
}
