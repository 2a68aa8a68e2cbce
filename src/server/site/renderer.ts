// Creates the page renderer: from the build in production, from Vite's runner in development.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { mountAssets } from './pages/assets.ts'
import { addressOf, filesOf, type Manifest, readManifest, readPageSheets, sheetsOf } from './pages/manifest.ts'
import type { Renderer, ServerEntry } from './pages/renderer-types.ts'

export type { Renderer } from './pages/renderer-types.ts'

const entry = 'src/web/entry-server.tsx'
const theme = 'src/ui/theme.css'

/** Also mounts the files that the pages link: the built assets, or Vite's middleware. */
export async function openRenderer({
  root,
  dev,
  app,
}: {
  root: string
  dev: boolean
  app: FastifyInstance
}): Promise<Renderer> {
  if (dev) {
    const { openDevRenderer } = await import('./dev-renderer.ts')
    return openDevRenderer({ root, app, entry, theme })
  }
  await mountAssets(app, root)
  return openBuiltRenderer(root)
}

async function openBuiltRenderer(root: string): Promise<Renderer> {
  const [app, site, first, server, pageSheets] = await Promise.all([
    readManifest(root, 'app'),
    readManifest(root, 'site'),
    readManifest(root, 'pre-paint'),
    readManifest(root, 'server'),
    readPageSheets(root),
  ])
  const address = pathToFileURL(join(root, 'dist/server', server[entry]!.file)).href
  const prePaint = addressOf(first, 'src/web/pre-paint.ts')
  const script = addressOf(site, 'src/web/site.ts')
  // Fonts that every Hebrew page needs at once; the Latin files load on demand.
  const fonts = Object.values(server)
    .map(({ file }) => `/${file}`)
    .filter((file) => /-he-[^/]*\.woff2$/.test(file))
  return {
    dev: false,
    open: () => import(address) as Promise<ServerEntry>,
    tagsOf: async (file) => ({
      prePaint,
      script,
      fonts,
      dev: false,
      styles: [sheetOf(pageSheets, file)],
    }),
    appTags: async () => ({
      prePaint,
      styles: sheetsOf(app, 'src/web/entry-client.tsx'),
      script: addressOf(app, 'src/web/entry-client.tsx'),
    }),
    portalFiles: portalFilesOf(app),
    transformHtml: async (_path, html) => html,
    close: async () => {},
  }
}

function sheetOf(pageSheets: Record<string, string>, page: string): string {
  const sheet = pageSheets[page]
  // A page that another module also imports would become part of a shared chunk, and be shown without its styles.
  if (!sheet) throw new Error(`The build knows no styles of ${page}: only the routes may import a page.`)
  return sheet
}

/**
 * The app entry with its dynamic imports, and all screens of the portal but the bank file import, which needs the
 * server.
 */
function portalFilesOf(app: Manifest): string[] {
  const entry = 'src/web/entry-client.tsx'
  const parts = /^src\/(client|ui|platform\/accounts\/sign-in)\//
  const screens = Object.keys(app).filter(
    (source) => source.startsWith('src/web/portal/') && !source.startsWith('src/web/portal/finances/import/'),
  )
  return filesOf(app, [entry, ...(app[entry]?.dynamicImports ?? []).filter((source) => parts.test(source)), ...screens])
}
