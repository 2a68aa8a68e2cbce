import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { IslandRenderer } from '#ui/island.tsx'

/** HTML of a page or a mail. Only islands are hydrated, so only they carry React's hydration marks. */
export const renderStatic = (node: ReactNode): string =>
  renderToStaticMarkup(<IslandRenderer value={renderToString}>{node}</IslandRenderer>).replace(imagePreloads, '')

// React adds a preload link for each eager image. The image itself is in the same HTML, so the links only add bytes.
const imagePreloads = /^(?:<link rel="preload" as="image"[^>]*>)+/
