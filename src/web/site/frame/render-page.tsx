import type { ReactNode } from 'react'
import { DocumentHead } from '../../head/document-head.tsx'
import type { ResolvedHead } from '../../head/resolve-head.ts'
import type { SiteFacts } from '../../pages.ts'
import { renderStatic } from '../../render-static.tsx'
import type { Announcement } from '#platform/pages/announcement.ts'
import { SiteShell } from './site-shell.tsx'

/** Asset URLs of a page: from the build manifest, or from Vite in development. */
export type Tags = {
  /** Render-blocking: applies accessibility settings before the first paint. */
  prePaint: string
  styles: readonly string[]
  script: string
  fonts: readonly string[]
  /** In development every script is a module. */
  dev: boolean
}

type FrameOptions = {
  facts: SiteFacts
  path: string
  tags: Tags
  announcement: Announcement | undefined
  /** Without header, footer and banner. */
  bare: boolean
  layout: 'site' | 'landing' | 'quiet'
  startsWithForm?: boolean
  /** The URL contains a secret, which a third-party pixel would read. */
  hasSecretUrl: boolean
}

/** The HTML document of a public page. No inline scripts or styles: the content security policy refuses them. */
export function renderPageDocument(head: ResolvedHead, content: ReactNode, options: FrameOptions): string {
  const { facts, path, announcement, bare, layout, startsWithForm = false } = options
  const body = bare ? (
    <main id="main">{content}</main>
  ) : (
    <SiteShell facts={facts} path={path} announcement={announcement} layout={layout} startsWithForm={startsWithForm}>
      {content}
    </SiteShell>
  )
  return `<!doctype html><html lang="he" dir="rtl"><head>${renderHead(head, options)}</head><body class="site">${renderStatic(body)}</body></html>`
}

// Rendered in parts: within one tree React would move title, meta and link elements in front of the scripts.
const renderHead = (head: ResolvedHead, { facts, tags, announcement, hasSecretUrl }: FrameOptions): string =>
  [
    renderStatic(
      <>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The pre-paint script hides a dismissed announcement by this key. */}
        {announcement && <meta name="strip" content={announcement.key} />}
      </>,
    ),
    renderStatic(<script src={tags.prePaint} {...(tags.dev && { type: 'module' })} />),
    renderStatic(<DocumentHead head={head} siteName={facts.business.business_name} />),
    facts.pixelId && !hasSecretUrl && renderStatic(<meta name="pixel" content={facts.pixelId} />),
    ...tags.fonts.map((href) =>
      renderStatic(<link rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />),
    ),
    ...[...tags.styles, `/brand.css?v=${facts.brandVersion}`].map((href) =>
      renderStatic(<link rel="stylesheet" href={href} />),
    ),
    renderStatic(<link rel="icon" href={`/favicon.svg?v=${facts.brandVersion}`} type="image/svg+xml" />),
    renderStatic(<link rel="apple-touch-icon" href={`/apple-touch-icon.png?v=${facts.brandVersion}`} />),
    renderStatic(<script type="module" src={tags.script} />),
  ]
    .filter(Boolean)
    .join('')
