import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './scripts/compress.ts'

const build = (outDir: string, input: Record<string, string>) => ({
  outDir,
  emptyOutDir: true,
  manifest: true,
  assetsInlineLimit: 0,
  // The HTML links every sheet itself; pages for old browsers are not promised, the design needs relative colours anyway.
  modulePreload: { polyfill: false },
  rolldownOptions: { input, checks: { pluginTimings: false } },
})

/** A page links exactly the sheets of its own modules (manifest of the server build), so the site's scripts carry none. */
const siteSheetsComeWithThePage: Plugin = {
  name: 'site-sheets-come-with-the-page',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'site',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-sheet' : undefined),
  load: (id) => (id === '\0no-sheet' ? '' : undefined),
}

/** Which sheet a browser reads first depends on how the bundle was cut, and the first one to name a layer sets its place: so each of them says the whole order. */
const everySheetKnowsTheLayers: Plugin = {
  name: 'every-sheet-knows-the-layers',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.css')) return undefined
    return { code: `${layerOrder} ${code}`, map: null }
  },
}

/** Vite's loader of sheets and preloads weighs a fifth of all that a page may cost, and the site's scripts have no sheets to wait for. */
const siteImportsPlainly: Plugin = {
  name: 'site-imports-plainly',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'site',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
}

const layerOrder = /@layer [^;{]+;/.exec(readFileSync('src/ui/theme.css', 'utf8'))![0]

/** `early` is linked as a classic script, because only that blocks painting everywhere: its names must not become the page's.
 * It is a bundle of its own, or what it has in common with others would become a file that a classic script cannot import. */
const earlyKeepsItsNames: Plugin = {
  name: 'early-keeps-its-names',
  renderChunk(code, chunk) {
    if (chunk.name !== 'early') return undefined
    return { code: `(()=>{${code}})()`, map: null }
  },
}

/** A page without hydration has nothing to swap in place: when only its server side changed, the browser loads it again. */
const staticPagesReload: Plugin = {
  name: 'static-pages-reload',
  hotUpdate({ file, modules, server }) {
    if (this.environment.name !== 'ssr' || modules.length === 0 || file.endsWith('.css')) return
    const inBrowser = server.environments.client.moduleGraph.getModulesByFile(file)?.size
    if (!inBrowser) server.environments.client.hot.send({ type: 'full-reload' })
  },
}

// Four bundles: the signed-in app, the public site's few kilobytes, what stands before the first paint, and the one door through which the server renders React.
export default defineConfig({
  appType: 'custom',
  plugins: [
    react(),
    siteSheetsComeWithThePage,
    siteImportsPlainly,
    everySheetKnowsTheLayers,
    earlyKeepsItsNames,
    staticPagesReload,
    compressed(),
  ],
  environments: {
    client: { build: build('dist/app', { app: 'src/web/entry-client.tsx' }) },
    site: { consumer: 'client', build: build('dist/site', { site: 'src/web/site.ts' }) },
    early: { consumer: 'client', build: build('dist/early', { early: 'src/web/early.ts' }) },
    ssr: {
      build: { ...build('dist/server', { 'entry-server': 'src/web/entry-server.tsx' }), ssr: true, emitAssets: true },
    },
  },
})
