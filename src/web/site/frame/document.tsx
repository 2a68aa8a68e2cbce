import type { ReactNode } from 'react'
import type { SiteFacts } from '../../pages.ts'

/** Addresses of what the page links: made by the build, or by Vite while developing. */
export type Tags = {
  /** Blocking and first: what the visitor chose for reading stands before anything is painted. */
  prePaint: string
  styles: readonly string[]
  script: string
  fonts: readonly string[]
  /** While developing every script is a module. */
  dev: boolean
}

/** The whole HTML document of a public page. No script and no style of its own runs in it: the policy refuses them. */
export function Document({
  head,
  facts,
  tags,
  strip,
  children,
}: {
  /** What is this page's alone. */
  head: ReactNode
  facts: SiteFacts
  tags: Tags
  /** The key of what is announced above the page: who has closed it sees none of it. */
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
