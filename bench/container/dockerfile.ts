// Parses deploy/Dockerfile and .dockerignore, limited to the syntax that the image of Maslul uses.
import { matchesGlob } from 'node:path'

export type Step =
  | { kind: 'workdir'; folder: string }
  | { kind: 'copy'; from: string | undefined; sources: string[]; target: string }
  | { kind: 'run'; command: string }
  | { kind: 'env'; values: Record<string, string> }
  | { kind: 'user'; name: string }

export type Stage = { name: string | undefined; base: string; steps: Step[] }
export type Dockerfile = { stages: Stage[]; command: string[]; healthCheck: string; volume: string }

/** Throws on an instruction or an option that is not executed here: a check that skips one would prove nothing. */
export function readDockerfile(text: string): Dockerfile {
  const stages: Stage[] = []
  let [command, healthCheck, volume]: [string[], string, string] = [[], '', '']
  for (const line of linesOf(text)) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    const stage = stages.at(-1)
    if (instruction === 'FROM') {
      const [, base = '', name] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? unknown(line)
      stages.push({ name, base, steps: [] })
    } else if (!stage) unknown(line)
    else if (instruction === 'WORKDIR') stage.steps.push({ kind: 'workdir', folder: rest })
    else if (instruction === 'RUN') stage.steps.push({ kind: 'run', command: shellForm(line, rest) })
    else if (instruction === 'USER') stage.steps.push({ kind: 'user', name: rest })
    else if (instruction === 'ENV') stage.steps.push({ kind: 'env', values: pairs(line, rest) })
    else if (instruction === 'COPY') stage.steps.push(copyOf(line, rest))
    else if (instruction === 'VOLUME') volume = rest
    else if (instruction === 'CMD') command = JSON.parse(rest) as string[]
    else if (instruction === 'HEALTHCHECK') healthCheck = /^(?:--\S+ )*CMD (.+)$/.exec(rest)?.[1] ?? unknown(line)
    else if (instruction !== 'EXPOSE' && instruction !== 'STOPSIGNAL') unknown(line)
  }
  return { stages, command, healthCheck, volume }
}

/** Whether .dockerignore excludes this path of the project, or a folder above it. */
export function isIgnored(patterns: readonly string[], path: string): boolean {
  const parts = path.split('/')
  const above = parts.map((_, i) => parts.slice(0, i + 1).join('/'))
  return patterns.some((pattern) => above.some((each) => matchesGlob(each, pattern)))
}

/** Lines without comments and blank ones; a line that ends with a backslash continues in the next. */
export const linesOf = (text: string) =>
  text
    .replaceAll(/^\s*#.*\n?/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function copyOf(line: string, rest: string): Step {
  const tokens = rest.split(/\s+/)
  const from = tokens[0]?.startsWith('--from=') ? tokens.shift()!.slice('--from='.length) : undefined
  const target = tokens.pop()
  if (target === undefined || tokens.length === 0 || tokens.some((word) => word.startsWith('--'))) return unknown(line)
  return { kind: 'copy', from, sources: tokens, target }
}

const shellForm = (line: string, rest: string) => (/^(--|\[)/.test(rest) ? unknown(line) : rest)

function pairs(line: string, rest: string): Record<string, string> {
  const words = rest.split(/\s+/)
  if (words.some((word) => !/^\w+=[^"'$\\]*$/.test(word))) unknown(line)
  return Object.fromEntries(words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]))
}

function unknown(line: string): never {
  throw new Error(`deploy/Dockerfile has an instruction that bench/container does not carry out: ${line}`)
}
