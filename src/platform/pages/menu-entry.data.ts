import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { readBlocks } from './blocks.ts'
import { frame as defaultFrame } from './content/frame.ts'
import { readVersion } from './editing.data.ts'
import { type MenuState, menuStateOf } from './menu-entry.ts'
import { framePath } from './pages.ts'

/** Null: this installation has no menu to edit. */
async function readMenuState(backend: Backend, path: string): Promise<MenuState | null> {
  const { data: frame } = await backend
    .from('site_pages')
    .select('newest_id, published_version_id')
    .eq('path', framePath)
    .maybeSingle()
    .throwOnError()
  if (!frame) return null
  const { newest_id, published_version_id: shownId } = frame
  const draft = readBlocks(await readVersion(backend, newest_id))
  if (shownId === newest_id) return menuStateOf(path, draft, draft)
  const shown = shownId === null ? defaultFrame.blocks : readBlocks(await readVersion(backend, shownId))
  return menuStateOf(path, shown, draft)
}

/** Whether the menu of the site links to this page; undefined until it is loaded. */
export function useMenuState(path: string, { enabled }: { enabled: boolean }): MenuState | undefined {
  const backend = useBackend()
  const { data } = useQuery({
    queryKey: ['pages', 'menu', path],
    queryFn: () => readMenuState(backend, path),
    staleTime: 0,
    enabled,
  })
  return data ?? undefined
}
