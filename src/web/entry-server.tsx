// The one door through which the server renders React. Only plain data goes through: a module loaded by Vite is a second instance.
import '#ui/theme.css'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import type { Head, Moved, PageModule, PageProps, PageRequest, SiteFacts } from './pages.ts'
import { Document, type Tags } from './site/document.tsx'
import { finishHead } from './site/finish-head.ts'
import { SiteShell } from './site/site-shell.tsx'

export { renderMail, renderProductMail } from './mail.tsx'
export { readPixelId } from '#features/tracking/tracking.data.ts'
export { readPublicBusinessProfile as readBusiness } from '#features/business-profile/business-profile.data.ts'

const modules = import.meta.glob<PageModule>(['/src/web/{site,design-system}/*-page.tsx', '/src/features/*/*-page.tsx'])

export type RenderRequest = PageRequest & { file: string; path: string; facts: SiteFacts; backend: SupabaseClient }

/** The finished HTML of a page, where it has moved to, or undefined when its `load` finds nothing at this address. */
export async function renderPage(asked: RenderRequest, tags: Tags): Promise<string | Moved | undefined> {
  const { facts, path } = asked
  const opened = await openPage(asked)
  if (!opened || 'movedTo' in opened) return opened
  const { head, View, props, bare } = opened
  return (
    '<!doctype html>' +
    renderToString(
      <Document head={finishHead(head, path, facts)} facts={facts} tags={tags}>
        {bare ? (
          <main id="main">
            <View {...props} />
          </main>
        ) : (
          <SiteShell facts={facts} path={path}>
            <View {...props} />
          </SiteShell>
        )}
      </Document>,
    )
  )
}

async function openPage({ file, facts, backend, params, query, form }: Omit<RenderRequest, 'path'>) {
  const request = { params, query, ...(form !== undefined && { form }) }
  const module = await moduleOf(file)
  const loaded = module.load ? await module.load(backend, request) : {}
  if (!loaded || 'movedTo' in loaded) return loaded as Moved | undefined
  const props = { ...loaded, facts, request }
  // Each module types its own props; what binds them together is that load's answer goes to head and View of the same module.
  const View = module.View as ComponentType<PageProps>
  const head = (module.head as (props: PageProps) => Head)(props)
  return { head, View, props, bare: module.bare ?? false }
}

async function moduleOf(file: string): Promise<PageModule> {
  const open = modules[`/${file}`]
  if (open) return open()
  throw new Error(`No page module ${file}: it must be named *-page.tsx and stand in web/site, web/design-system or a feature.`)
}
