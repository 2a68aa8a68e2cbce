import type { ReactNode } from 'react'
import type { SiteFacts } from '../../pages.ts'

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

/** The HTML document of a public page. No inline scripts or styles: the content security policy refuses them. */
export function Document({
  head,
  facts,
  tags,
  strip,
  children,
}: {
  /** Head elements of this page. */
  head: ReactNode
  facts: SiteFacts
  tags: Tags
  /** Key of the current announcement, which is hidden once dismissed. */
  strip?: string | undefined
  children: ReactNode
}) {
  const { brandVersion, pixelId } = facts
  return (
    <html lang="he" dir="rtl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {strip && <meta name="strip" content={strip} />}
        <script src={tags.prePaint} {...(tags.dev && { type: 'module' })} />
        {head}
        {pixelId && <meta name="pixel" content={pixelId} />}
        {tags.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {tags.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <link rel="stylesheet" href={`/brand.css?v=${brandVersion}`} />
        <link rel="icon" href={`/favicon.svg?v=${brandVersion}`} type="image/svg+xml" />
        <script type="module" src={tags.script} />
      </head>
      <body className="site">{children}</body>
    </html>
  )
}
