// Whether the site names the people of the business. Loaded on the first screen, so imports stay minimal.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'

/** True until the page "about" is published. */
export async function readPeopleMissing(backend: Backend): Promise<boolean> {
  const { data } = await backend
    .from('pages')
    .select('published_version_id')
    .eq('path', '/about')
    .maybeSingle()
    .throwOnError()
  return data !== null && data.published_version_id === null
}

export function usePeopleMissing() {
  const backend = useBackend()
  return useQuery({ queryKey: ['pages', 'people-missing'], queryFn: () => readPeopleMissing(backend) })
}
