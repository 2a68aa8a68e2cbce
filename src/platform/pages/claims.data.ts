// Reads which of the claimed features are set up, and resolves the markers of a content by that.
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { contentOfToday, dependsOnSetup } from './claims.ts'

/** The keys of the features that are set up. */
export const readReadyFeatures = (backend: Backend) => invoke<string[]>(backend, 'ready-features', {})

/** The content with what is true today. The settings are read only if a text depends on one. */
export async function readToday<Content>(backend: Backend, content: Content): Promise<Content> {
  return contentOfToday(content, dependsOnSetup(content) ? await readReadyFeatures(backend) : [])
}
