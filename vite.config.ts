import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const build = (outDir: string, input: Record<string, string>) => ({
  outDir,
  emptyOutDir: true,
  manifest: true,
  assetsInlineLimit: 0,
  rollupOptions: { input },
})

// Three bundles: the signed-in app, the public site's few kilobytes, and the one door through which the server renders React.
export default defineConfig({
  appType: 'custom',
  plugins: [
    react(),
    {
      // A page links exactly the sheets of its own modules (server manifest), so the site's scripts carry none.
      name: 'site-sheets-come-with-the-page',
      enforce: 'pre',
      applyToEnvironment: (environment) => environment.name === 'site',
      load(id) {
        return id.endsWith('.css') ? { code: '', moduleType: 'js' } : undefined
      },
    },
    {
      name: 'static-pages-reload',
      hotUpdate({ file, modules, server }) {
        const serverOnly = !server.environments.client.moduleGraph.getModulesByFile(file)?.size
        if (this.environment.name === 'ssr' && modules.length > 0 && !file.endsWith('.css') && serverOnly)
          server.environments.client.hot.send({ type: 'full-reload' })
      },
    },
  ],
  environments: {
    client: { build: build('dist/app', { app: 'src/web/entry-client.tsx' }) },
    site: { consumer: 'client', build: build('dist/site', { site: 'src/web/site.ts', early: 'src/web/early.ts' }) },
    ssr: { build: { ...build('dist/server', { 'entry-server': 'src/web/entry-server.tsx' }), ssr: true, emitAssets: true } },
  },
})
