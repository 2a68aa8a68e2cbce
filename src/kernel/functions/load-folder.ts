// Loads an installation's own functions from a folder: NAME.ts or NAME/index.ts. The default export maps a web Request to a Response, as in
// Deno and Bun.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartupError } from '#lib/startup-error.ts'
import { type DefinedFunction, type Endpoint, defineEndpoint } from './functions.ts'

const extensions = ['ts', 'mts', 'js', 'mjs']

/** Loads all functions. They run in this process with all its rights. Throws StartupError when one is invalid. */
export async function loadFunctions(folder: string): Promise<DefinedFunction[]> {
  if (!existsSync(folder)) throw new StartupError(`FUNCTIONS_DIR ${folder} does not exist.`)
  return Promise.all(filesOf(folder).map(({ name, file }) => load(name, file)))
}

/** Files whose names begin with _ or . are shared code, not functions. */
function filesOf(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^[._]/.test(entry.name) || /\.(d|test)\.[a-z]+$/.test(entry.name)) return []
    const [name = '', ending = ''] = entry.name.split(/\.(?=[^.]*$)/)
    if (extensions.includes(ending)) return [{ name, file: join(folder, entry.name) }]
    const inside = extensions
      .map((known) => join(folder, entry.name, `index.${known}`))
      .find((path) => existsSync(path))
    return inside ? [{ name: entry.name, file: inside }] : []
  })
}

async function load(name: string, file: string): Promise<Endpoint> {
  try {
    const { default: found } = (await import(pathToFileURL(file).href)) as { default?: unknown }
    const definition = (typeof found === 'function' ? { fetch: found } : found) as Partial<Endpoint> | undefined
    if (typeof definition?.fetch !== 'function')
      throw new Error('its default export is neither a function nor an object with a function fetch')
    return defineEndpoint({ caller: 'anyone', ...(definition as Omit<Endpoint, 'name' | 'caller'>), name })
  } catch (error) {
    throw new StartupError(`The function ${file} cannot be served: ${(error as Error).message}.`, { cause: error })
  }
}
