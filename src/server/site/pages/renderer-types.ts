// The renderer interface, implemented by the build and by Vite.
import type * as ServerEntryModule from '#web/entry-server.tsx'

export type ServerEntry = typeof ServerEntryModule

type Tags = Parameters<ServerEntry['renderPage']>[1]

export type Renderer = {
  dev: boolean
  open(): Promise<ServerEntry>
  /** Scripts and stylesheets of a page, by its source file. */
  tagsOf(file: string): Promise<Tags>
  /** Scripts and stylesheets of the app shell. */
  appTags(): Promise<Pick<Tags, 'prePaint' | 'styles' | 'script'>>
  /** Built files of the client portal, which opens offline; none in development. */
  portalFiles: readonly string[]
  /** Post-processes the HTML; in development Vite adds its client. */
  transformHtml(path: string, html: Buffer): Promise<Buffer>
  close(): Promise<void>
}
