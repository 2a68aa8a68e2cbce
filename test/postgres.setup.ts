import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { tempFolder } from './temp-folder.ts'
import { startTestServer } from './server.ts'

/** One PostgreSQL per test run, with a migrated template for the database tests. Removed at the end. */
export default async function setup(project: TestProject) {
  const folder = tempFolder('maslul-test-')
  const server = await startTestServer(folder)
  project.provide('postgres', { host: server.socket, password: server.password })
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; password: string }
  }
}
