// Functions that an installation brings itself, as files of a folder: NAME.ts or NAME/index.ts, each with a default export
// that answers the web's Request with a Response, the way Deno, Bun and others serve a file.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartupError } from '#lib/startup-error.ts'
import { type DefinedFunction, type Endpoint, defineEndpoint } from './functions.ts'

const endings = ['ts', 'mts', 'js', 'mjs']

/** Loads them all. They run inside this process with all its rights. Throws StartupError when one is not what it should be. */
export async function functionsFrom(folder: string): Promise<DefinedFunction[]> {
  if (!existsSync(folder)) throw new StartupError(`FUNCTIONS_DIR ${folder} does not exist.`)
  return Promise.all(filesOf(folder).map(({ name, file }) => load(name, file)))
}

/** What begins with _ or . is for the others to import. */
function filesOf(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^[._]/.test(entry.name) || /\.(d|test)\.[a-z]+$/.test(entry.name)) return []
    const [name = '', ending = ''] = entry.name.split(/\.(?=[^.]*$)/)
    if (endings.includes(ending)) return [{ name, file: join(folder, entry.name) }]
    const inside = endings.map((known) => join(folder, entry.name, `index.${known}`)).find((path) => existsSync(path))
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
