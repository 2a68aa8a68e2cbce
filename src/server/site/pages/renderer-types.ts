// What a way to the rendered pages offers, whether it leads to the build or to the sources.
import type * as ServerEntryModule from '#web/entry-server.tsx'

export type ServerEntry = typeof ServerEntryModule

type Tags = Parameters<ServerEntry['renderPage']>[1]

export type Renderer = {
  dev: boolean
  open(): Promise<ServerEntry>
  /** What a page made of this source file links. */
  tagsOf(file: string): Promise<Tags>
  /** What the signed-in app's one page links. */
  appTags(): Promise<Pick<Tags, 'prePaint' | 'styles' | 'script'>>
  /** The last touch to a page's HTML; while developing Vite adds its own client. */
  transformHtml(path: string, html: Buffer): Promise<Buffer>
  close(): Promise<void>
}
