// Renders pages with Vite in the same process during development, with hot reload on the same port.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer, type EnvironmentModuleNode, isRunnableDevEnvironment } from 'vite'
import type { Renderer } from './pages/renderer-types.ts'

const viteUrl = /^\/(@|src\/|node_modules\/)/

type Options = { root: string; app: FastifyInstance; entry: string; theme: string }

export async function openDevRenderer({ root, app, entry, theme }: Options): Promise<Renderer> {
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: { server: app.server }, hmr: { server: app.server } },
    logLevel: 'warn',
  })
  const ssr = vite.environments.ssr
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the pages in this process')

  app.addHook('onRequest', async (request, reply) => {
    if (!viteUrl.test(request.url)) return
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
  })

  /** Stylesheets imported by a source file, from Vite's module graph. */
  function sheets(source: string) {
    const seen = new Set<EnvironmentModuleNode>()
    const found: string[] = []
    const walk = (module: EnvironmentModuleNode) => {
      if (seen.has(module)) return
      seen.add(module)
      if (module.file?.endsWith('.css')) return void found.push(module.url)
      for (const imported of module.importedModules) walk(imported)
    }
    for (const module of ssr.moduleGraph.getModulesByFile(join(root, source)) ?? []) walk(module)
    return found
  }

  return {
    dev: true,
    open: () => ssr.runner.import(`/${entry}`),
    async tagsOf(file) {
      await ssr.runner.import(`/${entry}`)
      await ssr.runner.import(`/${file}`)
      const styles = [...new Set([`/${theme}`, ...sheets(entry), ...sheets(file)])]
      return { prePaint: '/src/web/pre-paint.ts', script: '/src/web/site.ts', styles, fonts: [], dev: true }
    },
    appTags: async () => ({ prePaint: '/src/web/pre-paint.ts', styles: [], script: '/src/web/entry-client.tsx' }),
    portalFiles: [],
    transformHtml: async (path, html) => Buffer.from(await vite.transformIndexHtml(path, html.toString())),
    close: () => vite.close(),
  }
}
