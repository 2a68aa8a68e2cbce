// Reads which of the claimed features are set up, and resolves the claim markers in content accordingly.
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { withTrueClaims, dependsOnSetup } from './claims.ts'

/** The keys of the features that are set up. */
export const readReadyFeatures = (backend: Backend) => invoke<string[]>(backend, 'ready-features', {})

/** The content with only the claims that are true now. The settings are read only if a text depends on one. */
export async function readWithTrueClaims<Content>(backend: Backend, content: Content): Promise<Content> {
  return withTrueClaims(content, dependsOnSetup(content) ? await readReadyFeatures(backend) : [])
}
