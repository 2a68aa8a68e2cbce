import type { ReactNode } from 'react'
import type { Head, SiteFacts } from '../pages.ts'

/** Addresses of what the page links: made by the build, or by Vite while developing. */
export type Tags = {
  /** Blocking and first: what the visitor chose for reading stands before anything is painted. */
  early: string
  styles: readonly string[]
  script: string
  fonts: readonly string[]
  /** While developing every script is a module. */
  dev: boolean
}

/** The whole HTML document of a public page. No inline script, no inline style: the policy refuses them. */
export function Document({
  head,
  path,
  facts,
  tags,
  children,
}: {
  head: Head
  path: string
  facts: SiteFacts
  tags: Tags
  children: ReactNode
}) {
  const { business, siteUrl, brandVersion, pixelId } = facts
  const address = siteUrl + (path === '/' ? '/' : path)
  const title = titleOf(head.title, business.business_name)
  return (
    <html lang="he" dir="rtl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script src={tags.early} {...(tags.dev && { type: 'module' })} />
        <title>{title}</title>
        <meta name="description" content={head.description} />
        {pixelId && <meta name="pixel" content={pixelId} />}
        {head.robots && <meta name="robots" content={head.robots} />}
        {head.robots ? null : <link rel="canonical" href={address} />}
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="he_IL" />
        <meta property="og:site_name" content={business.business_name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={head.description} />
        <meta property="og:url" content={address} />
        {business.logo_url && <meta property="og:image" content={new URL(business.logo_url, siteUrl).href} />}
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

function titleOf(title: string, businessName: string) {
  if (!businessName || title.includes(businessName)) return title
  return `${title} | ${businessName}`
}
