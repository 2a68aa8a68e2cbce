import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Mutant } from './mutant.ts'

const project = resolve(import.meta.dirname, '../..')
const copied = ['src', 'test', 'e2e', 'conformance', 'scripts', 'bench', 'docs', 'dist']
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts']

export type Tree = ReturnType<typeof openTree>

/**
 * Creates a copy of the project for the mutants. Below the project folder: on the same file system, packages are linked instead of copied.
 */
export function openTree() {
  mkdirSync(join(project, 'test-results'), { recursive: true })
  const root = mkdtempSync(join(project, 'test-results', 'mutants-'))
  process.on('exit', () => rmSync(root, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  for (const name of [...copied, ...files]) cpSync(join(project, name), join(root, name), { recursive: true })
  execFileSync('cp', ['-al', join(project, 'node_modules'), join(root, 'node_modules')])

  return {
    root,
    /** Applies the mutants; the returned function restores the files. */
    apply(mutants: readonly Mutant[]): () => void {
      const before = new Map<string, string>()
      for (const { file, find, replace } of mutants) {
        const path = join(root, file)
        const text = readFileSync(path, 'utf8')
        if (!before.has(path)) before.set(path, text)
        writeFileSync(
          path,
          text.replace(find, () => replace),
        )
      }
      return () => before.forEach((text, path) => writeFileSync(path, text))
    },
  }
}
