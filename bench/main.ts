// npm run bench -- NAME: one benchmark per file, each a separate program.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const [name = ''] = process.argv.slice(2)
const file = join(import.meta.dirname, `${name}.ts`)
const names = readdirSync(import.meta.dirname)
  .filter((entry) => entry.endsWith('.ts') && !['main.ts', 'installation.ts'].includes(entry))
  .map((entry) => entry.slice(0, -3))

if (names.includes(name) && existsSync(file)) await import(file)
else {
  process.stderr.write(`Which one? npm run bench -- ${names.join('|')}\n`)
  process.exitCode = 1
}
