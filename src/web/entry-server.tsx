// The one door through which the server renders React. Only plain data goes through: a module loaded by Vite is a second instance.
import '#ui/theme.css'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import type { Head, PageModule, PageProps, PageRequest, SiteFacts } from './pages.ts'
import { Document, type Tags } from './site/document.tsx'
import { SiteShell } from './site/site-shell.tsx'

export { renderMail } from './mail.tsx'
export { readPixelId } from '#features/tracking/tracking.data.ts'
export { readPublicBusinessProfile as readBusiness } from '#features/business-profile/business-profile.data.ts'

const modules = import.meta.glob<PageModule>(['/src/web/site/*-page.tsx', '/src/features/*/*-page.tsx'])

export type RenderRequest = PageRequest & { file: string; path: string; facts: SiteFacts; backend: SupabaseClient }

/** The finished HTML of a page, or undefined when its `load` finds nothing at this address. */
export async function renderPage({ file, path, facts, backend, ...request }: RenderRequest, tags: Tags) {
  const open = modules[`/${file}`]
  if (!open)
    throw new Error(`No page module ${file}: it must be named *-page.tsx and stand in web/site or in a feature.`)
  const module = await open()
  const loaded = module.load ? await module.load(backend, request) : {}
  if (!loaded) return undefined
  const props = { ...loaded, facts, request }
  // Each module types its own props; what binds them together is that load's answer goes to head and View of the same module.
  const View = module.View as ComponentType<PageProps>
  const head = (module.head as (props: PageProps) => Head)(props)
  return (
    '<!doctype html>' +
    renderToString(
      <Document head={head} path={path} facts={facts} tags={tags}>
        {module.bare ? (
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
