import type { ResolvedHead } from './resolve-head.ts'

/** Head elements for search engines and link previews. */
export function DocumentHead({ head, siteName }: { head: ResolvedHead; siteName: string }) {
  const { title, description, robots, canonical, feed, image, type, publishedAt, modifiedAt, graph, verification } =
    head
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {robots && <meta name="robots" content={robots} />}
      {canonical && <link rel="canonical" href={canonical} />}
      {feed && <link rel="alternate" type="application/rss+xml" title={feed.title} href={feed.href} />}
      <meta property="og:type" content={type} />
      <meta property="og:locale" content="he_IL" />
      {siteName && <meta property="og:site_name" content={siteName} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {canonical && <meta property="og:url" content={canonical} />}
      {image && (
        <>
          <meta property="og:image" content={image.src} />
          <meta property="og:image:width" content={String(image.width)} />
          <meta property="og:image:height" content={String(image.height)} />
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {Object.entries(verification).map(([name, code]) => (
        <meta key={name} name={name} content={code} />
      ))}
      {type === 'article' && publishedAt && <meta property="article:published_time" content={publishedAt} />}
      {type === 'article' && modifiedAt && <meta property="article:modified_time" content={modifiedAt} />}
      {graph.length > 0 && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: asJsonLd(graph) }} />}
    </>
  )
}

/** JSON-LD is data, but "</script>" in a title would close the element. */
const asJsonLd = (graph: readonly object[]) =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
